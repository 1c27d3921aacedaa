import { type Backoff, backoffMs } from '@precis/runtime/backoff';
import { ModelFailed } from './model-failed.js';

/** Fewer than ten, so that an unavailable provider delays few summaries; more than the calls that one failing summary makes. */
const FAILURES_TO_OPEN = 8;
/** Consecutive summaries that had to be discarded. */
const WASTED_TO_OPEN = 5;
const OPEN: Backoff = { firstMs: 15_000, factor: 2, capMs: 300_000 };

/**
 * Stops calls to a failing provider, so that callers do not wait for it. It opens after FAILURES_TO_OPEN consecutive failed calls of any kind, and
 * any success closes it. After its time one call is let through as a probe; all others are refused until the probe has ended. Refusals by the model
 * count as failures: a video that is refused eight times in a row makes other summaries use the next engine for up to fifteen seconds.
 */
export class Breaker {
  private failures = 0;
  private wasted = 0;
  private openings = 0;
  private openUntilMs = -Infinity;
  private isProbing = false;

  constructor(
    private readonly nowMs: () => number = () => performance.now(),
    private readonly open: Backoff = OPEN,
  ) {}

  /** True when no call would be let through now. */
  get isOpen(): boolean {
    return this.openings > 0 && (this.isProbing || this.nowMs() < this.openUntilMs);
  }

  /** True when the next call that is let through is a single probe. */
  get isOnTrial(): boolean {
    return this.openings > 0;
  }

  /** Runs `call` and counts its outcome. Throws `breaker_open`, and the errors of the call. */
  async run<T>(call: () => Promise<T>, counts: (error: unknown) => boolean): Promise<T> {
    if (this.isOpen) throw new ModelFailed('breaker_open');
    const isProbe = this.isOnTrial;
    if (isProbe) this.isProbing = true;
    try {
      const done = await call();
      this.failures = 0;
      this.openings = 0;
      return done;
    } catch (error) {
      if (counts(error)) this.failed(isProbe);
      throw error;
    } finally {
      if (isProbe) this.isProbing = false;
    }
  }

  private failed(isProbe: boolean): void {
    this.failures += 1;
    // A call that was under way when the breaker opened must not open it again when it fails.
    if (!isProbe && (this.openings > 0 || this.failures < FAILURES_TO_OPEN)) return;
    this.openNow();
  }

  /** Reports whether a summary whose calls all succeeded could be delivered. */
  judged(isUseful: boolean): void {
    this.wasted = isUseful ? 0 : this.wasted + 1;
    // Successful calls reset `openings`, so repeated openings are counted by the discarded summaries.
    if (this.wasted >= WASTED_TO_OPEN && this.openings === 0) this.openNow(this.wasted - WASTED_TO_OPEN + 1);
  }

  private openNow(nth = this.openings + 1): void {
    this.openings += 1;
    this.openUntilMs = this.nowMs() + backoffMs(this.open, nth, Math.random());
  }
}
