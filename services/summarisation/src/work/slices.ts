import { setImmediate } from 'node:timers/promises';

/** Work that pauses now and then, at places of its own, and ends with a result. */
export type Sliced<T> = Generator<void, T>;

/** So long others on the event loop wait at most, but for one pause-free stretch of the work. */
const SLICE_MS = 5;
/** Words, or units of them, between two pauses: some tenths of a millisecond. */
export const PAUSE_EVERY = { words: 1_024, units: 128 };

/** The result of `work`, without a pause. */
export function finished<T>(work: Sliced<T>): T {
  let step = work.next();
  while (!step.done) step = work.next();
  return step.value;
}

/** Runs pieces of work on the event loop in slices of about 5 ms: between two of them whatever else runs there gets its turn, and `signal` ends all. */
export class Slicer {
  private since = performance.now();

  constructor(private readonly signal: AbortSignal) {}

  async run<T>(work: Sliced<T>): Promise<T> {
    for (;;) {
      const step = work.next();
      if (performance.now() - this.since >= SLICE_MS) await this.breathe();
      if (step.done) return step.value;
    }
  }

  async breathe(): Promise<void> {
    await setImmediate();
    this.signal.throwIfAborted();
    this.since = performance.now();
  }
}
