/** Shorter work is repeated for this long, and its average counts: clocks measure short times badly. */
const ROUND_MS = 4;
/** The shortest of several rounds counts: other work on the machine can only make a round longer. */
const ROUNDS = { least: 4, most: 15, enoughMs: 2_000 };
/** The larger input has this many times the size of the smaller one. */
const LARGER = 16;

/**
 * Far above the growth of work that is linear in its input, which is 16 and more when the cache is small, and far below that of quadratic work,
 * which is 256. Only for files `x.speed.spec.ts`, which run one at a time.
 */
export const LINEAR = 80;

/** The factor by which the time of `work` grows for an input of sixteen times the size. */
export function growth<T>(work: (input: T) => unknown, inputOf: (size: number) => T, size: number): number {
  const [small, large] = [inputOf(size), inputOf(LARGER * size)];
  return timesAsLong(
    () => work(large),
    () => work(small),
  );
}

/** The ratio of the times of `one` and `other`: the shortest of several rounds of each, in turn. */
export function timesAsLong(one: () => unknown, other: () => unknown): number {
  const startedMs = performance.now();
  const isEnough = (round: number) => round >= ROUNDS.least && performance.now() - startedMs > ROUNDS.enoughMs;
  let [ofOne, ofOther] = [Infinity, Infinity];
  for (let round = 0; round < ROUNDS.most && !isEnough(round); round += 1) {
    ofOther = Math.min(ofOther, millisecondsOf(other));
    ofOne = Math.min(ofOne, millisecondsOf(one));
  }
  return ofOne / ofOther;
}

function millisecondsOf(work: () => unknown): number {
  const startedMs = performance.now();
  for (let times = 1; ; times += 1) {
    work();
    const tookMs = performance.now() - startedMs;
    if (tookMs > ROUND_MS) return tookMs / times;
  }
}
