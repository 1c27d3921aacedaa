/**
 * The most batches that were sent and not passed yet. The service passes a batch by its first answer to it (`passed` in batch.proto); items that wait
 * for others may still be open then.
 */
const MOST_OPEN = 2;

/** A batch that was sent, at this time of the monotonic clock. */
export interface SentBatch {
  sentMs: number;
}

/**
 * Says when a client may send its next batch: immediately when no batch is open, otherwise when the last one is passed or has been open for
 * `holdsBackMs`. A second batch is sent only beside one that takes long. If it were always sent, both would be smaller, name the same accounts, and
 * wait for each other's locks.
 */
export class BatchTurns {
  /** Sent and not passed, oldest first. */
  private readonly open: SentBatch[] = [];
  private timer: NodeJS.Timeout | undefined;

  /** `mayBegin` is called when time alone has ended a wait. A pass ends it too, but calls nothing. */
  constructor(
    private readonly holdsBackMs: number,
    private readonly mayBegin: () => void,
  ) {}

  /** Whether `mustWait` has already returned true, and what would end that wait is still to come. */
  get isWaiting(): boolean {
    return this.open.length > 0 && (this.timer !== undefined || this.open.length >= MOST_OPEN);
  }

  mustWait(nowMs: number): boolean {
    if (this.open.length >= MOST_OPEN) return true;
    const last = this.open.at(-1);
    if (!last || nowMs - last.sentMs >= this.holdsBackMs) return false;
    // One timer at a time: when it was set for an earlier batch, it comes too early and is set again.
    this.timer ??= setTimeout(
      () => {
        this.timer = undefined;
        this.mayBegin();
      },
      Math.ceil(last.sentMs + this.holdsBackMs - nowMs),
    );
    return true;
  }

  begin(batch: SentBatch): void {
    this.open.push(batch);
  }

  /** Does nothing for a batch that was passed before. */
  pass(batch: SentBatch): void {
    const index = this.open.indexOf(batch);
    if (index >= 0) this.open.splice(index, 1);
  }

  close(): void {
    clearTimeout(this.timer);
  }
}
