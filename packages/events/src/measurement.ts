import { within } from '@precis/runtime/pause';

/** The longest time of a scrape, for all its measurements together. */
const LIMIT_MS = 1_000;

/**
 * A measurement for a scrape: undefined when it failed or took longer than a second. While one runs, no further one begins, so a hanging database
 * holds one connection of the pool and not one per scrape.
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

/** Measures the age of the oldest work in progress, independent of the wall clock. */
export class Stopwatch {
  private readonly began = new Map<symbol, number>();

  /** Begins a piece of work; the returned function ends it. */
  start(): () => void {
    const work = Symbol('work');
    this.began.set(work, performance.now());
    return () => this.began.delete(work);
  }

  get isRunning(): boolean {
    return this.began.size > 0;
  }

  /** 0 without work. */
  oldestMs(): number {
    return this.began.size === 0 ? 0 : performance.now() - Math.min(...this.began.values());
  }
}
