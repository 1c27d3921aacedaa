import { within } from '@precis/runtime/pause';

/** A scrape waits so long at most, for all that it measures at once. */
const LIMIT_MS = 1_000;

/**
 * A measurement for a scrape: undefined when it failed or took longer than a second. While one is under way no further one begins, so a
 * database that hangs holds one connection of the pool and not one for each scrape.
 */
export function measurement<T>(measure: () => Promise<T>): () => Promise<T | undefined> {
  let pending = false;
  return async () => {
    if (pending) return undefined;
    pending = true;
    const measured = measure().finally(() => (pending = false));
    return within(LIMIT_MS, measured, () => new Error('late')).catch(() => undefined);
  };
}

/** Knows how long the oldest piece of work in hand has taken, whatever is done to the clock on the wall. */
export class Stopwatch {
  private readonly began = new Map<symbol, number>();

  /** Begins a piece of work; the answer ends it. */
  start(): () => void {
    const work = Symbol('work');
    this.began.set(work, performance.now());
    return () => this.began.delete(work);
  }

  get isRunning(): boolean {
    return this.began.size > 0;
  }

  /** 0 with nothing in hand. */
  oldestMs(): number {
    return this.began.size === 0 ? 0 : performance.now() - Math.min(...this.began.values());
  }
}
