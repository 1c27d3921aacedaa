import { type Backoff, backoffMs } from '@precis/runtime/backoff';

const BACKOFF: Backoff = { firstMs: 200, factor: 2, capMs: 15_000 };

/** Lanes that could not be published a moment ago. They outlive the relay's connection: a new one is no reason to try them sooner. */
export class RelaySetbacks {
  private readonly lanes = new Map<string, { failures: number; untilMs: number }>();

  /** A steady clock: one that is set back would let a lane rest for as long. */
  private readonly nowMs = () => performance.now();

  resting(): string[] {
    const nowMs = this.nowMs();
    return [...this.lanes].filter(([, { untilMs }]) => untilMs > nowMs).map(([lane]) => lane);
  }

  /** Answers how often the lane has failed in a row. */
  failed(lane: string): number {
    const failures = (this.lanes.get(lane)?.failures ?? 0) + 1;
    this.lanes.set(lane, { failures, untilMs: this.nowMs() + backoffMs(BACKOFF, failures, Math.random()) });
    return failures;
  }

  succeeded(lane: string): void {
    this.lanes.delete(lane);
  }
}
