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
 * n·ln(n + V) - sum over its words of f·ln(f + 1), and ln N for each topic, is least. Exact, by dynamic programming over the blocks: takes the
 * number of blocks times the number of all terms.
 */
export function topicBoundaries(blocks: Blocks, limits: TopicLimits): number[] {
  return finished(findingBoundaries(blocks, limits));
}

/** topicBoundaries() in slices. */
export function* findingBoundaries({ terms, vocabulary, startsMs }: Blocks, limits: TopicLimits): Sliced<number[]> {
  const blocks = terms.length;
  const total = terms.reduce((sum, ids) => sum + ids.length, 0);
  const prior = Math.log(Math.max(2, total));
  const steps = countSteps(mostOfOne(terms, vocabulary));
  // [topics][blocks so far]: the least cost, and where the last of the topics begins
  const least = Array.from({ length: limits.most + 1 }, () => new Float64Array(blocks + 1).fill(Infinity));
  const from = Array.from({ length: limits.most + 1 }, () => new Int32Array(blocks + 1));
  least[0][0] = 0;
  const counts = new Int32Array(vocabulary);
  for (let start = 0; start < blocks; start += 1) {
    if (least.every((row) => row[start] === Infinity)) continue;
    yield;
    counts.fill(0);
    let size = 0;
    let known = 0;
    for (let end = start + 1; end <= blocks; end += 1) {
      const said = terms[end - 1];
      for (let at = 0; at < said.length; at += 1) {
        const count = counts[said[at]]++;
        known += steps[count];
      }
      size += said.length;
      if (startsMs[end] - startsMs[start] < limits.shortestMs) continue;
      const cost = size * Math.log(size + vocabulary) - known + prior;
      for (let topics = 1; topics <= limits.most; topics += 1) {
        const sum = least[topics - 1][start] + cost;
        if (sum < least[topics][end]) [least[topics][end], from[topics][end]] = [sum, start];
      }
    }
  }
  return bestDivision(least, from);
}

function mostOfOne(terms: readonly Int32Array[], vocabulary: number): number {
  const counts = new Int32Array(vocabulary);
  let most = 0;
  for (const said of terms) for (let at = 0; at < said.length; at += 1) most = Math.max(most, ++counts[said[at]]);
  return most;
}

/** By how much f·ln(f + 1) grows from each count f to the next. */
function countSteps(most: number): Float64Array {
  const steps = new Float64Array(most + 1);
  for (let count = 0; count <= most; count += 1)
    steps[count] = (count + 1) * Math.log(count + 2) - count * Math.log(count + 1);
  return steps;
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
