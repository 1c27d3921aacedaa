import { setImmediate as nextTurn } from 'node:timers/promises';
import { overloaded } from './work.errors.js';

export interface FairSlotsLimits {
  /** Pieces of work at once. */
  concurrency: number;
  /** Of these, at most so many of one account: what it has running when another account comes can last as long as its work does. */
  perAccount: number;
  /** How many may wait in all. */
  maxWaiting: number;
}

interface Waiter {
  admit: () => void;
  refuse: () => void;
}

/**
 * Slots that accounts share evenly (LIMIT-8). Each account has a line of its own, and a free slot goes to the lines in turn, so that the
 * wait of an account's first piece does not grow with what another one has sent. Only accounts with work are remembered.
 */
export class FairSlots {
  private total = 0;
  private waitingNow = 0;
  private readonly running = new Map<string, number>();
  /** In the order of their turns: an account that had its turn goes to the end. */
  private readonly lines = new Map<string, Waiter[]>();

  constructor(private readonly limits: FairSlotsLimits) {}

  get depth(): number {
    return this.waitingNow;
  }

  /**
   * Throws `overloaded` when `signal` fires before the turn has come, or when the queue is full: then the longest line loses
   * the newest in it, be it the newcomer itself. Work that has begun is left to end.
   */
  async run<T>(account: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    await this.turn(account, signal);
    try {
      // Work may hold the thread: everything else that waits for the event loop goes first.
      await nextTurn();
      return await work();
    } finally {
      this.leave(account);
    }
  }

  private turn(account: string, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.reject(overloaded());
    if (this.mayBegin(account) && !this.lines.has(account)) {
      this.enter(account);
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        this.remove(account, waiter);
        waiter.refuse();
      };
      const waiter: Waiter = {
        admit: () => {
          signal.removeEventListener('abort', giveUp);
          resolve();
        },
        refuse: () => {
          signal.removeEventListener('abort', giveUp);
          reject(overloaded());
        },
      };
      signal.addEventListener('abort', giveUp, { once: true });
      this.lines.set(account, [...(this.lines.get(account) ?? []), waiter]);
      this.waitingNow += 1;
      if (this.waitingNow > this.limits.maxWaiting) this.shortenLongest(account);
    });
  }

  /** Of equally long lines the newcomer's gives way. */
  private shortenLongest(newcomer: string): void {
    let longest = newcomer;
    for (const [account, line] of this.lines) {
      if (line.length > this.lines.get(longest)!.length) longest = account;
    }
    const last = this.lines.get(longest)!.at(-1)!;
    this.remove(longest, last);
    last.refuse();
  }

  private remove(account: string, waiter: Waiter): void {
    const line = this.lines.get(account)?.filter((one) => one !== waiter) ?? [];
    this.waitingNow -= 1;
    if (line.length > 0) this.lines.set(account, line);
    else this.lines.delete(account);
  }

  private mayBegin(account: string): boolean {
    return this.total < this.limits.concurrency && (this.running.get(account) ?? 0) < this.limits.perAccount;
  }

  private enter(account: string): void {
    this.total += 1;
    this.running.set(account, (this.running.get(account) ?? 0) + 1);
  }

  private leave(account: string): void {
    this.total -= 1;
    const left = (this.running.get(account) ?? 1) - 1;
    if (left > 0) this.running.set(account, left);
    else this.running.delete(account);
    this.admitNext();
  }

  /** One slot became free, hence at most one line moves: the first in turn that may have more. */
  private admitNext(): void {
    for (const [account, line] of this.lines) {
      if (!this.mayBegin(account)) continue;
      const [next, ...rest] = line;
      this.lines.delete(account);
      if (rest.length > 0) this.lines.set(account, rest);
      this.waitingNow -= 1;
      this.enter(account);
      next.admit();
      return;
    }
  }
}
