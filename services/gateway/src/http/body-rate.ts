/** Bytes read without waiting after a quiet time. Nearly every transcript is shorter. */
const BURST_BYTES = 1_000_000;

/** A chunk that has arrived. Its sender is not read until its turn comes. */
export interface WaitingChunk {
  sender: string;
  bytes: number;
  goOn: () => void;
}

/**
 * Limits the rate at which the gateway reads large bodies, for all bodies of one kind of sender together (body-intake.ts). Without it, fifteen bodies
 * of 5 MB that arrive together block the event loop for over a second, and every other call waits. Here their connections wait instead. Senders take
 * turns, so that many bodies of one sender do not delay those of another.
 */
export class BodyRate {
  /** The moment at which the bytes read so far would have arrived at exactly the allowed rate, on the clock `nowMs`. In the future: wait. */
  private paidAtMs = -Infinity;
  /** Senders with waiting chunks, in the order of their turns. */
  private readonly waiting = new Map<string, WaitingChunk[]>();
  private timer?: NodeJS.Timeout;

  /** `nowMs` is a monotonic clock. */
  constructor(
    private readonly bytesPerSecond: number,
    private readonly nowMs = () => performance.now(),
  ) {}

  /** Takes a chunk that has arrived. Returns whether it must wait; then `goOn` is called once, unless the sender leaves first. */
  take(chunk: WaitingChunk): boolean {
    if (this.waiting.size === 0 && this.pay(chunk.bytes)) return false;
    const own = this.waiting.get(chunk.sender);
    if (own) own.push(chunk);
    else this.waiting.set(chunk.sender, [chunk]);
    this.timer ??= this.nextTurn();
    return true;
  }

  leave(chunk: WaitingChunk): void {
    const left = this.waiting.get(chunk.sender)?.filter((one) => one !== chunk);
    if (left?.length) this.waiting.set(chunk.sender, left);
    else this.waiting.delete(chunk.sender);
  }

  /** Resumes every sender whose turn has come. */
  turn(): void {
    for (const [sender, [chunk, ...rest]] of this.waiting) {
      if (!this.pay(chunk.bytes)) break;
      this.waiting.delete(sender);
      // Goes to the end of the map, where this loop reaches it again after the other senders.
      if (rest.length) this.waiting.set(sender, rest);
      chunk.goOn();
    }
    this.timer = this.waiting.size > 0 ? this.nextTurn() : undefined;
  }

  private nextTurn(): NodeJS.Timeout {
    return setTimeout(() => this.turn(), Math.max(1, this.paidAtMs - this.nowMs())).unref();
  }

  /** Counts the bytes and returns true, or returns false while the bytes read before exceed the rate. */
  private pay(bytes: number): boolean {
    const nowMs = this.nowMs();
    this.paidAtMs = Math.max(this.paidAtMs, nowMs - this.msOf(BURST_BYTES));
    if (this.paidAtMs > nowMs) return false;
    this.paidAtMs += this.msOf(bytes);
    return true;
  }

  private msOf(bytes: number): number {
    return (bytes / this.bytesPerSecond) * 1_000;
  }
}
