/** A mean with the interval that contains 95 of 100 resamples. */
export interface Interval {
  mean: number;
  low: number;
  high: number;
}

const RESAMPLES = 5_000;
const TAIL = 0.025;

/**
 * The paired bootstrap of `differences`, one per meeting (percentile method). The same seed gives the same interval. Dependent pairs, such as two
 * forms of one meeting, must be merged into one difference; otherwise the interval becomes too narrow.
 */
export function bootstrap(differences: readonly number[], seed: number): Interval {
  const random = mulberry32(seed);
  const means = Array.from({ length: RESAMPLES }, () => {
    let sum = 0;
    for (let at = 0; at < differences.length; at += 1) sum += differences[Math.floor(random() * differences.length)];
    return sum / differences.length;
  }).sort((a, b) => a - b);
  const mean = differences.reduce((a, b) => a + b, 0) / differences.length;
  return { mean, low: means[Math.floor(RESAMPLES * TAIL)], high: means[Math.ceil(RESAMPLES * (1 - TAIL)) - 1] };
}

/** A generator of numbers from 0 to 1 that depend only on the seed. */
function mulberry32(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
