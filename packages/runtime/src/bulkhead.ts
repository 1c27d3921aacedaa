import { DomainError } from './domain-error.js';

/** How many tasks a bulkhead runs and keeps waiting, in all and of one caller. */
export interface BulkheadLimits {
  /** The largest number of tasks that run in parallel. */
  atOnce: number;
  /** The same for one caller, because a caller's running task may block others for its whole duration. Default: `atOnce`. */
  atOnceOfOne?: number;
  /** The largest number of waiting tasks. When absent, a task without a place is refused immediately. */
  waiting?: number;
  /** The same for one caller; further tasks are refused with `refusalOfOne`. Default: no limit of its own, so only `waiting` counts. */
  waitingOfOne?: number;
  /** Makes the error of a refused task. */
  refusal(): Error;
  /** Makes the error for a caller that has as many waiting tasks as it may have. Default: `refusal`. */
  refusalOfOne?(): Error;
}

/** Returns a `refusal` for BulkheadLimits: a function that makes a DomainError of kind `unavailable` with code `busy`. */
export const busy = (retryAfterSeconds: number) => (): DomainError =>
  new DomainError('unavailable', 'busy', 'The service is busy. Please try again.', { retryAfterSeconds });

interface Waiter {
  admit: () => void;
  refuse: () => void;
}

/**
 * Limits how many tasks run in parallel and how many wait, so that a flood cannot use up memory, threads or another service. Callers share the places
 * evenly: each has its own queue, and free places go to the queues in turn. So the wait of a caller's first task does not depend on another caller's
 * load. Only callers with tasks are remembered. All tasks without a caller form one queue, which has no limit of its own.
 */
export class Bulkhead {
  private total = 0;
  private waitingNow = 0;
  private readonly running = new Map<string, number>();
  /** The queues by caller, in the order of their turns: a served queue goes to the end. */
  private readonly lines = new Map<string | undefined, Waiter[]>();

  constructor(private readonly limits: BulkheadLimits) {}

  get depth(): number {
    return this.waitingNow;
  }

  /**
   * Rejects with the refusal when `signal` fires before the turn has come, or when too many tasks wait: then the longest queue loses its newest task,
   * which may be the new one. A task that has begun is never stopped.
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

  /** Of equally long queues, that of the new task loses: earlier tasks stay. */
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

  /** One place became free, so at most one queue moves: the first one in turn whose caller is below its limit. */
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
