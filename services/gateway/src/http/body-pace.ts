import type { OpenBody } from './body-budget.js';
import { HttpProblem } from './http-problem.js';

/** How fast a body must come: at least so many bytes a second over each span of `windowMs`. */
export interface Pace {
  minBytesPerSecond: number;
  windowMs: number;
}

/** Looks in a window: a body that stands still ends after 1 to 2 windows. */
const LOOKS = 10;

/**
 * Ends bodies that come too slowly: who sends a byte now and then holds memory and a connection for as long as the limit of a whole
 * request. One timer for all, and only while a body is open.
 */
export class BodyPace {
  private readonly marks = new Map<OpenBody, { atMs: number; bytes: number }>();
  private timer?: NodeJS.Timeout;
  private lookedAtMs = 0;

  /** `nowMs` is a steady clock. */
  constructor(
    private readonly pace: Pace,
    private readonly nowMs = () => performance.now(),
  ) {}

  watch(body: OpenBody): void {
    this.marks.set(body, { atMs: this.nowMs(), bytes: 0 });
    if (this.timer) return;
    this.lookedAtMs = this.nowMs();
    this.timer = setInterval(() => this.look(), this.pace.windowMs / LOOKS).unref();
  }

  leave(body: OpenBody): void {
    this.marks.delete(body);
    if (this.marks.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }

  look(): void {
    const nowMs = this.nowMs();
    // The loop was held or the process stood still: what arrived meanwhile was not read, which is no fault of its sender.
    const wasHeld = nowMs - this.lookedAtMs > this.pace.windowMs / 2;
    this.lookedAtMs = nowMs;
    for (const [body, mark] of this.marks) {
      const seconds = (nowMs - mark.atMs) / 1_000;
      if (wasHeld) this.marks.set(body, { atMs: nowMs, bytes: body.receivedBytes });
      else if (seconds * 1_000 < this.pace.windowMs) continue;
      else if (body.receivedBytes - mark.bytes < seconds * this.pace.minBytesPerSecond)
        body.cut(new HttpProblem(408, 'request_timeout', 'The request did not arrive in time.'));
      else this.marks.set(body, { atMs: nowMs, bytes: body.receivedBytes });
    }
  }
}
