import { type Backoff, backoffMs } from '@precis/runtime/backoff';
import { ModelFailed } from './model-failed.js';

/** Below ten calls, so that an unavailable provider delays few summaries; more than one unlucky summary makes. */
const FAILURES_TO_OPEN = 8;
/** Consecutive summaries that had to be discarded. */
const WASTED_TO_OPEN = 5;
const OPEN: Backoff = { firstMs: 15_000, factor: 2, capMs: 300_000 };

/**
 * Spares a failing provider, and the callers the wait for it. It opens after FAILURES_TO_OPEN calls in a row that failed, however; any
 * success closes it. Once its time is over one call is let through as a probe, and the others stay out until that has ended.
 * Refusals count as well: a video that makes the model refuse eight times in a row costs others fifteen seconds of the next engine.
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

  /** No call would be let through now. */
  get isOpen(): boolean {
    return this.openings > 0 && (this.isProbing || this.nowMs() < this.openUntilMs);
  }

  /** The next call that is let through is a probe, and alone. */
  get isOnTrial(): boolean {
    return this.openings > 0;
  }

  /** Lets `call` through and counts how it ends. Throws `breaker_open`, and what the call throws. */
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
    // What was under way when it opened says nothing new.
    if (!isProbe && (this.openings > 0 || this.failures < FAILURES_TO_OPEN)) return;
    this.openNow();
  }

  /** A summary was written whose calls all succeeded, and it could be delivered, or not. */
  judged(isUseful: boolean): void {
    this.wasted = isUseful ? 0 : this.wasted + 1;
    // Its calls succeed, and each of them forgets the openings: they are counted by what was thrown away.
    if (this.wasted >= WASTED_TO_OPEN && this.openings === 0) this.openNow(this.wasted - WASTED_TO_OPEN + 1);
  }

  private openNow(nth = this.openings + 1): void {
    this.openings += 1;
    this.openUntilMs = this.nowMs() + backoffMs(this.open, nth, Math.random());
  }
}
