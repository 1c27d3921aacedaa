import type { Logger } from './logger.js';

/**
 * Runs `work` every `everyMs` (up to a fifth earlier, so that replicas drift apart), and never twice at once. A failed run is repeated at the next
 * turn. `name` tells the log what failed.
 */
export class Repeating {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();
  private stopped = false;

  constructor(
    private readonly name: string,
    private readonly everyMs: number,
    private readonly work: () => Promise<unknown>,
    private readonly logger: Logger,
  ) {}

  start(): void {
    if (this.stopped) return;
    this.timer = setTimeout(
      () => {
        this.running = this.run();
      },
      this.everyMs * (0.8 + 0.2 * Math.random()),
    );
    this.timer.unref();
  }

  /** Runs the work without waiting for its turn, after a run in progress. Settles when it has ended, also by a failure. */
  async runNow(): Promise<void> {
    this.running = this.running.then(() => this.run());
    await this.running;
  }

  private async run(): Promise<void> {
    clearTimeout(this.timer);
    if (this.stopped) return;
    try {
      await this.work();
    } catch (error) {
      this.logger.error({ err: error }, `periodic work failed and is repeated at its next turn: ${this.name}`);
    }
    this.start();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.running;
  }
}
