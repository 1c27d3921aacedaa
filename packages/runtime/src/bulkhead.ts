import { DomainError } from './domain-error.js';

export interface BulkheadLimits {
  /** Works in parallel. */
  atOnce: number;
  /** Most works of one caller in parallel, because a caller's running work may block others for its whole duration. Default: all. */
  atOnceOfOne?: number;
  /** Most works that wait. When absent, work without a place is refused immediately. */
  waiting?: number;
  /** At most this many calls of one caller may wait; further ones are refused with `refusalOfOne`. Absent: as many as may wait in all. */
  waitingOfOne?: number;
  /** Makes the error of refused work. */
  refusal(): Error;
  /** The refusal for a caller that already has all the places it may have. */
  refusalOfOne?(): Error;
}

/** The usual refusal. */
export const busy = (retryAfterSeconds: number) => (): DomainError =>
  new DomainError('unavailable', 'busy', 'The service is busy. Please try again.', { retryAfterSeconds });

interface Waiter {
  admit: () => void;
  refuse: () => void;
}

/**
 * Limits how many works run in parallel and how many wait, so that a flood cannot use up memory, threads or another service. Callers share the places
 * evenly: each has its own line, and free places go to the lines in turn, so that the wait of a caller's first work does not depend on another
 * caller's load. Only callers with work are remembered; all works without a caller form one line without a limit.
 */
export class Bulkhead {
  private total = 0;
  private waitingNow = 0;
  private readonly running = new Map<string, number>();
  /** In the order of their turns: a served line goes to the end. */
  private readonly lines = new Map<string | undefined, Waiter[]>();

  constructor(private readonly limits: BulkheadLimits) {}

  get depth(): number {
    return this.waitingNow;
  }

  /**
   * Rejects with the refusal when `signal` fires before the turn has come, or when the queue is full: then the longest line loses its newest work,
   * which may be the new one. Begun work is never stopped.
   */
  async run<T>(work: () => Promise<T>, caller?: string, signal?: AbortSignal): Promise<T> {
    if (this.mayBegin(caller) && !this.lines.has(caller) && !signal?.aborted) this.count(caller, 1);
    else await this.turn(caller, signal);
    try {
      return await work();
    } finally {
      this.leave(caller);
    }
  }

  private turn(caller: string | undefined, signal: AbortSignal | undefined): Promise<void> {
    if (signal?.aborted) return Promise.reject(this.limits.refusal());
    const { waitingOfOne = Infinity, refusal, refusalOfOne = refusal } = this.limits;
    if (caller !== undefined && (this.lines.get(caller)?.length ?? 0) >= waitingOfOne)
      return Promise.reject(refusalOfOne());
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        this.remove(caller, waiter);
        waiter.refuse();
      };
      const waiter: Waiter = {
        admit: () => {
          signal?.removeEventListener('abort', giveUp);
          resolve();
        },
        refuse: () => {
          signal?.removeEventListener('abort', giveUp);
          reject(this.limits.refusal());
        },
      };
      signal?.addEventListener('abort', giveUp, { once: true });
      this.lines.set(caller, [...(this.lines.get(caller) ?? []), waiter]);
      this.waitingNow += 1;
      if (this.waitingNow > (this.limits.waiting ?? 0)) this.shortenLongest(caller);
    });
  }

  /** Of equally long lines, that of the new work loses: earlier works stay. */
  private shortenLongest(newcomer: string | undefined): void {
    let longest = newcomer;
    for (const [caller, line] of this.lines) {
      if (line.length > this.lines.get(longest)!.length) longest = caller;
    }
    const last = this.lines.get(longest)!.at(-1)!;
    this.remove(longest, last);
    last.refuse();
  }

  private remove(caller: string | undefined, waiter: Waiter): void {
    const line = this.lines.get(caller)?.filter((one) => one !== waiter) ?? [];
    this.waitingNow -= 1;
    if (line.length > 0) this.lines.set(caller, line);
    else this.lines.delete(caller);
  }

  private mayBegin(caller: string | undefined): boolean {
    const { atOnce, atOnceOfOne = atOnce } = this.limits;
    return this.total < atOnce && (caller === undefined || (this.running.get(caller) ?? 0) < atOnceOfOne);
  }

  private leave(caller: string | undefined): void {
    this.count(caller, -1);
    this.admitNext();
  }

  private count(caller: string | undefined, step: 1 | -1): void {
    this.total += step;
    if (caller === undefined) return;
    const now = (this.running.get(caller) ?? 0) + step;
    if (now > 0) this.running.set(caller, now);
    else this.running.delete(caller);
  }

  /** One place became free, so at most one line moves: the first one in turn that is below its limit. */
  private admitNext(): void {
    for (const [caller, line] of this.lines) {
      if (!this.mayBegin(caller)) continue;
      const [next, ...rest] = line;
      this.lines.delete(caller);
      if (rest.length > 0) this.lines.set(caller, rest);
      this.waitingNow -= 1;
      this.count(caller, 1);
      next.admit();
      return;
    }
  }
}
