import { setImmediate } from 'node:timers/promises';

/** Work that pauses at points of its choice, and ends with a result. */
export type Sliced<T> = Generator<void, T>;

/** The longest that other work on the event loop waits, apart from a stretch of the work without a pause. */
const SLICE_MS = 5;
/** Words, or units of words, between two pauses: some tenths of a millisecond. */
export const PAUSE_EVERY = { words: 1_024, units: 128 };

/** Runs `work` to its end without pauses, and returns its result. */
export function finished<T>(work: Sliced<T>): T {
  let step = work.next();
  while (!step.done) step = work.next();
  return step.value;
}

/** Runs work on the event loop in slices of about 5 ms. Between two slices other work gets its turn, and `signal` can end everything. */
export class Slicer {
  private since = performance.now();

  constructor(private readonly signal: AbortSignal) {}

  /** Runs `work` to its end, and returns its result. Throws the reason of `signal` when it is aborted. */
  async run<T>(work: Sliced<T>): Promise<T> {
    for (;;) {
      const step = work.next();
      if (performance.now() - this.since >= SLICE_MS) await this.letOthersRun();
      if (step.done) return step.value;
    }
  }

  /** Lets other work on the event loop run. Throws the reason of `signal` when it is aborted. */
  async letOthersRun(): Promise<void> {
    await setImmediate();
    this.signal.throwIfAborted();
    this.since = performance.now();
  }
}
