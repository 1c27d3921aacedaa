import { type Sliced, finished } from '../engines/extractive/slices.js';

/** What is cut into topics: the terms of each block in the order of the video, with repeats, as numbers below `vocabulary`. */
export interface Blocks {
  terms: readonly Int32Array[];
  vocabulary: number;
  /** When each block begins, and as one more the end of the last. */
  startsMs: readonly number[];
}

/** A topic is no shorter than this, and there are no more of them. */
export interface TopicLimits {
  shortestMs: number;
  most: number;
}

/**
 * The block that each topic begins with, the first 0: the most probable division when every topic draws its words from a distribution of its own
 * (Utiyama and Isahara, "A statistical model for domain-independent text segmentation", 2001): the sum over the topics of
 * n·ln(n + V) - sum over its words of f·ln(f + 1), and ln N for each topic, is least. Exact, by dynamic programming over the blocks: takes
 * the square of the number of blocks, and for each term that of the blocks that say it.
 */
export function topicBoundaries(blocks: Blocks, limits: TopicLimits): number[] {
  return finished(findingBoundaries(blocks, limits));
}

/** Of divisions that cost the same but for rounding the first is taken. */
const ROUNDING = 1e-9;

/** topicBoundaries() in slices. */
export function* findingBoundaries({ terms, vocabulary, startsMs }: Blocks, limits: TopicLimits): Sliced<number[]> {
  const blocks = terms.length;
  const sizes = [0];
  for (const ids of terms) sizes.push(sizes[sizes.length - 1] + ids.length);
  const prior = Math.log(Math.max(2, sizes[blocks]));
  const known = yield* repeating(terms, vocabulary);
  // [topics][blocks so far]: the least cost, and where the last of the topics begins
  const least = Array.from({ length: limits.most + 1 }, () => new Float64Array(blocks + 1).fill(Infinity));
  const from = Array.from({ length: limits.most + 1 }, () => new Int32Array(blocks + 1));
  least[0][0] = 0;
  for (let start = 0; start < blocks; start += 1) {
    if (least.every((row) => row[start] === Infinity)) continue;
    yield;
    for (let end = start + 1; end <= blocks; end += 1) {
      if (startsMs[end] - startsMs[start] < limits.shortestMs) continue;
      const size = sizes[end] - sizes[start];
      const cost = size * Math.log(size + vocabulary) - known[start][end] + prior;
      for (let topics = 1; topics <= limits.most; topics += 1) {
        const sum = least[topics - 1][start] + cost;
        if (sum + ROUNDING < least[topics][end]) [least[topics][end], from[topics][end]] = [sum, start];
      }
    }
  }
  return bestDivision(least, from);
}

/** Terms between two pauses. */
const TERMS_PER_SLICE = 512;

/**
 * In slices, by [start][end], the sum of f·ln(f + 1) over the terms of the blocks from `start` up to `end`. What a term adds changes only where a block
 * that says it comes to either end, so each pair of its blocks is looked at once; the sums over all stretches are those of a summed-area table.
 */
function* repeating(terms: readonly Int32Array[], vocabulary: number): Sliced<Float64Array[]> {
  const blocks = terms.length;
  const sums = Array.from({ length: blocks + 1 }, () => new Float64Array(blocks + 1));
  yield;
  const { blocksOf, timesUpTo, most } = placesOf(terms, vocabulary);
  yield;
  const worth = Float64Array.from({ length: most + 1 }, (_, times) => times * Math.log(times + 1));
  for (let id = 0; id < vocabulary; id += 1) {
    if (id % TERMS_PER_SLICE === TERMS_PER_SLICE - 1) yield;
    const [places, upTo] = [blocksOf[id], timesUpTo[id]];
    for (let first = 0; first < places.length; first += 1) {
      const row = sums[places[first]];
      const before = first === 0 ? 0 : upTo[first - 1];
      row[places[first] + 1] += worth[upTo[first] - before];
      for (let last = first + 1; last < places.length; last += 1)
        row[places[last] + 1] +=
          worth[upTo[last] - before] -
          worth[upTo[last] - upTo[first]] -
          worth[upTo[last - 1] - before] +
          worth[upTo[last - 1] - upTo[first]];
    }
  }
  for (let start = blocks - 1; start >= 0; start -= 1)
    for (let end = start + 1; end <= blocks; end += 1)
      sums[start][end] += sums[start][end - 1] + sums[start + 1][end] - sums[start + 1][end - 1];
  return sums;
}

/** By term: the blocks that say it, and how often it was said up to the end of each; `most`: how often the commonest is. */
function placesOf(terms: readonly Int32Array[], vocabulary: number) {
  const blocksOf = Array.from({ length: vocabulary }, (): number[] => []);
  const timesUpTo = Array.from({ length: vocabulary }, (): number[] => []);
  let most = 0;
  for (const [block, ids] of terms.entries()) {
    for (const id of ids) {
      const last = blocksOf[id].length - 1;
      const times = (last < 0 ? 0 : timesUpTo[id][last]) + 1;
      if (blocksOf[id][last] === block) timesUpTo[id][last] = times;
      else {
        blocksOf[id].push(block);
        timesUpTo[id].push(times);
      }
      most = Math.max(most, times);
    }
  }
  return { blocksOf, timesUpTo, most };
}

/** Of the best divisions into each number of topics the one that costs least; one topic when none is allowed. */
function bestDivision(least: readonly Float64Array[], from: readonly Int32Array[]): number[] {
  const blocks = least[0].length - 1;
  const costs = least.map((row) => row[blocks]);
  let topics = costs.indexOf(Math.min(...costs.slice(1)));
  if (topics < 1 || costs[topics] === Infinity) return [0];
  const starts: number[] = [];
  for (let end = blocks; topics > 0; topics -= 1) starts.unshift((end = from[topics][end]));
  return starts;
}
