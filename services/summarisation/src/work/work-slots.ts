import { setImmediate as nextTurn } from 'node:timers/promises';
import { overloaded } from './work.errors.js';

/** At most `concurrency` pieces of work at once, at most `maxWaiting` behind them; what comes on top is refused at once. */
export class WorkSlots {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly concurrency: number,
    private readonly maxWaiting: number,
  ) {}

  get depth(): number {
    return this.waiting.length;
  }

  /** Throws `overloaded` when the queue is full or `signal` fires before the turn has come; work that has begun is left to end. */
  async run<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    await this.turn(signal);
    try {
      // Engines may hold the thread for 150 ms: whoever else waits for the event loop goes first.
      await nextTurn();
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.running -= 1;
    }
  }

  /** Resolves when a slot is ours; a finished piece of work hands its slot straight to the longest waiting one. */
  private turn(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.reject(overloaded());
    if (this.running < this.concurrency) {
      this.running += 1;
      return Promise.resolve();
    }
    if (this.waiting.length >= this.maxWaiting) return Promise.reject(overloaded());
    return new Promise((resolve, reject) => {
      const admit = () => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        this.waiting.splice(this.waiting.indexOf(admit), 1);
        reject(overloaded());
      };
      signal.addEventListener('abort', leave, { once: true });
      this.waiting.push(admit);
    });
  }
}
