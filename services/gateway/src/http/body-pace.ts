import { Bag } from './bag.js';
import { HttpProblem } from './http-problem.js';
import type { OpenBody, PaceMark } from './open-body.js';

/** How fast a body must arrive: at least this many bytes per second over each span of `windowMs`. */
export interface Pace {
  minBytesPerSecond: number;
  windowMs: number;
}

/** Checks per window: a body that stops arriving is cut after 1 to 2 windows. */
const LOOKS = 10;

/**
 * Ends bodies that arrive too slowly. Without it a sender of one byte now and then holds memory and a connection for the whole time limit of a
 * request. One timer serves all bodies, and runs only while one is open.
 */
export class BodyPace {
  private readonly marks = new Bag<PaceMark>();
  private timer?: NodeJS.Timeout;
  private lookedAtMs = 0;

  /** `nowMs` is a monotonic clock. */
  constructor(
    private readonly pace: Pace,
    private readonly nowMs = () => performance.now(),
  ) {}

  watch(body: OpenBody): void {
    body.paceSlot ??= this.marks.add({ body, atMs: this.nowMs(), bytes: 0 });
    if (this.timer) return;
    this.lookedAtMs = this.nowMs();
    this.timer = setInterval(() => this.look(), this.pace.windowMs / LOOKS).unref();
  }

  leave(body: OpenBody): void {
    if (!body.paceSlot) return;
    this.marks.remove(body.paceSlot);
    body.paceSlot = undefined;
    if (this.marks.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }

  look(): void {
    const nowMs = this.nowMs();
    // The event loop was blocked or the process was suspended. Bytes that arrived during that time were not read, which is not the sender's fault.
    const wasHeld = nowMs - this.lookedAtMs > this.pace.windowMs / 2;
    this.lookedAtMs = nowMs;
    for (const mark of this.marks.members) {
      const { body } = mark;
      const seconds = (nowMs - mark.atMs) / 1_000;
      const isRead = !wasHeld && !body.waiting && !body.isHeld;
      if (isRead && seconds * 1_000 < this.pace.windowMs) continue;
      if (isRead && body.receivedBytes - mark.bytes < seconds * this.pace.minBytesPerSecond) {
        body.cut(new HttpProblem(408, 'request_timeout', 'The request did not arrive in time.'));
        continue;
      }
      mark.atMs = nowMs;
      mark.bytes = body.receivedBytes;
    }
  }
}
