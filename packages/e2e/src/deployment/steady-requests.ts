import type { Answer } from './call.js';
import { percentile } from './percentile.js';

/** Requests at a steady pace with any results, and everything about them that was wrong. */
export class SteadyRequests {
  sent = 0;
  readonly failures: string[] = [];
  private phase = '';
  private tookMs: number[] = [];
  private readonly open = new Set<Promise<void>>();
  private readonly startedMs = performance.now();
  private readonly timer: NodeJS.Timeout;

  constructor(
    perSecond: number,
    private readonly kinds: ((count: number) => Promise<Answer>)[],
  ) {
    this.timer = setInterval(() => {
      // When a timer fires late on a busy machine, the missing requests are sent at once, to keep the pace.
      while (this.sent < (perSecond * (performance.now() - this.startedMs)) / 1_000) this.send();
    }, 1_000 / perSecond);
  }

  /** Names the current phase for failures, and restarts the durations. */
  set during(phase: string) {
    this.phase = phase;
    this.tookMs = [];
  }

  /** Answered requests of this phase. */
  durations(): string {
    const { tookMs } = this;
    if (tookMs.length === 0) return `no request during ${this.phase}`;
    return `${tookMs.length} requests during ${this.phase}: ${percentile(tookMs, 0.5).toFixed(0)} ms (p50), ${percentile(tookMs, 0.99).toFixed(0)} ms (p99)`;
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await Promise.all(this.open);
  }

  private send(): void {
    const count = this.sent++;
    const [phase, begunMs] = [this.phase, performance.now()];
    const what = `request ${count} during ${phase}`;
    const exchange = this.kinds[count % this.kinds.length](count).then(
      (answer) => {
        if (phase === this.phase) this.tookMs.push(performance.now() - begunMs);
        if (answer.status !== 200) this.failures.push(`${what}: ${answer.status} ${answer.text.slice(0, 200)}`);
      },
      // fetch reports only that it failed; its cause says how.
      (error: Error) => void this.failures.push(`${what}: ${error.message} ${String(error.cause ?? '')}`),
    );
    this.open.add(exchange);
    void exchange.finally(() => this.open.delete(exchange));
  }
}
