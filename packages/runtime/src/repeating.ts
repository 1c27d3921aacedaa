import type { Logger } from './logger.js';

/** Runs `work` every `everyMs` (up to a fifth earlier, so that replicas drift apart), never twice at once; a failure waits for the next turn. */
export class Repeating {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();
  private stopped = false;

  constructor(
    private readonly everyMs: number,
    private readonly work: () => Promise<unknown>,
    private readonly logger: Logger,
  ) {}

  start(): void {
    if (this.stopped) return;
    this.timer = setTimeout(
      () => {
        this.running = this.work()
          .then(() => undefined)
          .catch((error: unknown) => this.logger.error({ err: error }, 'repeating work failed'))
          .finally(() => this.start());
      },
      this.everyMs * (0.8 + 0.2 * Math.random()),
    );
    this.timer.unref();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.running;
  }
}
