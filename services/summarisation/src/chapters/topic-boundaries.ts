import { type Sliced, finished } from '../work/slices.js';

/** Input to be divided into topics: the terms of each block in the order of the video, with repeats, as numbers below `vocabulary`. */
export interface Blocks {
  terms: readonly Int32Array[];
  vocabulary: number;
  /** The start of each block, followed by the end of the last one. */
  startsMs: readonly number[];
}

/** The minimum length of a topic, and the maximum number of topics. */
export interface TopicLimits {
  shortestMs: number;
  most: number;
}

/**
 * Returns the first block of each topic; the first is 0. It is the most probable division when every topic draws its words from its own
 * distribution (Utiyama and Isahara, "A statistical model for domain-independent text segmentation", 2001). It minimises the sum over the topics of
 * n·ln(n + V) - sum over its words of f·ln(f + 1), plus ln N for each topic. Exact, by dynamic programming over the blocks. The time is quadratic
 * in the number of blocks, and for each term in the number of blocks that contain it.
 */
export function topicBoundaries(blocks: Blocks, limits: TopicLimits): number[] {
  return finished(findingBoundaries(blocks, limits));
}

/** Of divisions whose costs differ by rounding only, the first is taken. */
const ROUNDING = 1e-9;

/** Same as topicBoundaries(), in slices that let other work run. */
export function* findingBoundaries({ terms, vocabulary, startsMs }: Blocks, limits: TopicLimits): Sliced<number[]> {
  const blocks = terms.length;
  const sizes = [0];
  for (const ids of terms) sizes.push(sizes[sizes.length - 1] + ids.length);
  const prior = Math.log(Math.max(2, sizes[blocks]));
  const known = yield* repeating(terms, vocabulary);
  const width = blocks + 1;
  // [topics][blocks so far]: the least cost, and the start of the last topic.
  const least = Array.from({ length: limits.most + 1 }, () => new Float64Array(blocks + 1).fill(Infinity));
  const from = Array.from({ length: limits.most + 1 }, () => new Int32Array(blocks + 1));
  least[0][0] = 0;
  const costs = new Float64Array(blocks + 1);
  for (let start = 0; start < blocks; start += 1) {
    if (least.every((row) => row[start] === Infinity)) continue;
    yield;
    for (let end = start + 1; end <= blocks; end += 1) {
      const size = sizes[end] - sizes[start];
      const isLong = startsMs[end] - startsMs[start] >= limits.shortestMs;
      costs[end] = isLong ? size * Math.log(size + vocabulary) - known[start * width + end] + prior : Infinity;
    }
    for (let topics = 1; topics <= limits.most; topics += 1) {
      const before = least[topics - 1][start];
      if (before === Infinity) continue;
      for (let end = start + 1; end <= blocks; end += 1) {
        if (before + costs[end] + ROUNDING >= least[topics][end]) continue;
        least[topics][end] = before + costs[end];
        from[topics][end] = start;
      }
    }
  }
  return bestDivision(least, from);
}

/** Terms between two pauses. */
const TERMS_PER_SLICE = 512;

/**
 * In slices, computes at [start * (blocks + 1) + end] the sum of f·ln(f + 1) over the terms of the blocks from `start` up to `end`. The
 * contribution of a term changes only when a block that contains it is the first or the last of a stretch, so each pair of its blocks is visited
 * once. A summed-area table then gives the sums of all stretches.
 */
function* repeating(terms: readonly Int32Array[], vocabulary: number): Sliced<Float64Array> {
  const blocks = terms.length;
  const width = blocks + 1;
  const sums = new Float64Array(width * width);
  yield;
  const { starts, places, timesUpTo, most } = placesOf(terms, vocabulary);
  yield;
  const worth = Float64Array.from({ length: most + 1 }, (_, times) => times * Math.log(times + 1));
  for (let id = 0; id < vocabulary; id += 1) {
    if (id % TERMS_PER_SLICE === TERMS_PER_SLICE - 1) yield;
    for (let first = starts[id]; first < starts[id + 1]; first += 1) {
      const row = places[first] * width + 1;
      const before = first === starts[id] ? 0 : timesUpTo[first - 1];
      const own = timesUpTo[first];
      sums[row + places[first]] += worth[own - before];
      for (let last = first + 1; last < starts[id + 1]; last += 1)
        sums[row + places[last]] +=
          worth[timesUpTo[last] - before] -
          worth[timesUpTo[last] - own] -
          worth[timesUpTo[last - 1] - before] +
          worth[timesUpTo[last - 1] - own];
    }
  }
  for (let start = blocks - 1; start >= 0; start -= 1)
    for (let end = start + 1; end <= blocks; end += 1)
      sums[start * width + end] +=
        sums[start * width + end - 1] + sums[(start + 1) * width + end] - sums[(start + 1) * width + end - 1];
  return sums;
}

/**
 * For each term, the blocks that contain it (`places`, at `starts[id]` up to `starts[id + 1]`), and how often it was said up to the end of each
 * (`timesUpTo`). `most` is the count of the most frequent term.
 */
function placesOf(terms: readonly Int32Array[], vocabulary: number) {
  const starts = new Int32Array(vocabulary + 1);
  const lastSaidIn = new Int32Array(vocabulary).fill(-1);
  for (let block = 0; block < terms.length; block += 1) {
    for (const id of terms[block]) {
      if (lastSaidIn[id] !== block) starts[id + 1] += 1;
      lastSaidIn[id] = block;
    }
  }
  for (let id = 0; id < vocabulary; id += 1) starts[id + 1] += starts[id];
  const places = new Int32Array(starts[vocabulary]).fill(-1);
  const timesUpTo = new Int32Array(places.length);
  const ends = starts.slice();
  let most = 0;
  for (let block = 0; block < terms.length; block += 1) {
    for (const id of terms[block]) {
      const last = ends[id] - 1;
      const times = (last < starts[id] ? 0 : timesUpTo[last]) + 1;
      const place = last >= starts[id] && places[last] === block ? last : ends[id]++;
      places[place] = block;
      timesUpTo[place] = times;
      most = Math.max(most, times);
    }
  }
  return { starts, places, timesUpTo, most };
}

/** Of the best divisions into each number of topics, returns the one with the least cost; one topic when none is allowed. */
function bestDivision(least: readonly Float64Array[], from: readonly Int32Array[]): number[] {
  const blocks = least[0].length - 1;
  const costs = least.map((row) => row[blocks]);
  let topics = costs.indexOf(Math.min(...costs.slice(1)));
  if (topics < 1 || costs[topics] === Infinity) return [0];
  const starts: number[] = [];
  for (let end = blocks; topics > 0; topics -= 1) starts.unshift((end = from[topics][end]));
  return starts;
}
