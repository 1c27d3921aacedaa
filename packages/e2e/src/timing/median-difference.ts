/** Durations in ms of two kinds of requests that were sent in turns, so that a slow machine slows both. */
export interface Pairs {
  one: number[];
  other: number[];
}

/** The ends of an interval, in ms. */
export type Interval = [from: number, to: number];

const RESAMPLES = 4_000;
/** The share of resamples beyond each end. With it, a run of twelve comparisons without a real difference fails once in thousands of runs. */
const LEFT_OUT = 0.0005;
const TOLERATED_MS = 5;

/** The bootstrap interval (99.9%, over pairs) of the median of `one` minus that of `other`. The same for the same durations. */
export function medianDifference({ one, other }: Pairs): Interval {
  const random = generator(1);
  const differences = Array.from({ length: RESAMPLES }, () => {
    const picked = one.map(() => Math.floor(random() * one.length));
    return median(picked.map((index) => one[index])) - median(picked.map((index) => other[index]));
  }).sort((a, b) => a - b);
  const at = (share: number) => differences[Math.round(share * (RESAMPLES - 1))];
  return [at(LEFT_OUT), at(1 - LEFT_OUT)];
}

/** Whether the two kinds cannot be told apart by their time: no visible difference, or at most 5 ms. */
export function isAlike([from, to]: Interval): boolean {
  return (from <= 0 && to >= 0) || (from >= -TOLERATED_MS && to <= TOLERATED_MS);
}

/** Sends `pairs` of both in turns, in random order within a pair. Returns the durations without those of the first pair. */
export async function measureInTurns(
  pairs: number,
  one: (pair: number) => Promise<unknown>,
  other: (pair: number) => Promise<unknown>,
): Promise<Pairs> {
  const random = generator(2);
  const measured: Pairs = { one: [], other: [] };
  const time = async (kind: keyof Pairs, send: () => Promise<unknown>, pair: number) => {
    const startedMs = performance.now();
    await send();
    if (pair >= 0) measured[kind].push(performance.now() - startedMs);
  };
  for (let pair = -1; pair < pairs; pair++) {
    const turns = [
      () => time('one', () => one(Math.max(0, pair)), pair),
      () => time('other', () => other(Math.max(0, pair)), pair),
    ];
    if (random() < 0.5) turns.reverse();
    for (const turn of turns) await turn();
  }
  return measured;
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** A generator of numbers from 0 to 1, the same for the same seed (mulberry32). */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
