import { overloaded } from '../work/work.errors.js';

const MB = 1_000_000;

/**
 * Memory for supplied transcripts that wait to be read and summarised (LIMIT-8): unlike captions from YouTube they are nowhere else, so each
 * call holds its own. What comes on top is `overloaded`; one account has at most a quarter, so that it never has all.
 */
export class TranscriptRoom {
  private heldBytes = 0;
  private readonly heldBy = new Map<string, number>();

  constructor(private readonly limitBytes = 64 * MB) {}

  /** Holds `bytes` as long as `work` lasts. */
  async run<T>(account: string, bytes: number, work: () => Promise<T>): Promise<T> {
    const own = (this.heldBy.get(account) ?? 0) + bytes;
    // A single transcript always fits, however small the share.
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
