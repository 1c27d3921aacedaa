import { overloaded } from '../work/work.errors.js';

const MB = 1_000_000;

/**
 * Limits the memory for supplied transcripts that wait to be read and summarised (LIMIT-8). Unlike captions from YouTube they are stored nowhere
 * else, so each call holds its own. A transcript above the limit is refused as `overloaded`. One account gets at most a quarter, so that it can
 * never fill the room.
 */
export class TranscriptRoom {
  private heldBytes = 0;
  private readonly heldBy = new Map<string, number>();

  constructor(private readonly limitBytes = 64 * MB) {}

  /** Reserves `bytes` while `work` runs. */
  async run<T>(account: string, bytes: number, work: () => Promise<T>): Promise<T> {
    const own = (this.heldBy.get(account) ?? 0) + bytes;
    // An account's only transcript may exceed the account's share, but not the room that is left.
    if (this.heldBytes + bytes > this.limitBytes || (own > this.limitBytes / 4 && own > bytes)) throw overloaded();
    this.count(account, bytes);
    try {
      return await work();
    } finally {
      this.count(account, -bytes);
    }
  }

  private count(account: string, bytes: number): void {
    this.heldBytes += bytes;
    const own = (this.heldBy.get(account) ?? 0) + bytes;
    if (own > 0) this.heldBy.set(account, own);
    else this.heldBy.delete(account);
  }
}
