/**
 * Rule (decision 23): a detailed summary goes by parts in the order of the video; a transcript without chapters is cut
 * into parts of near-equal length, each where the words before and after have least in common. Approximate by nature.
 */
import type { TermIndex } from './term.rule.js';

const MAX_PARTS = 12;
/** Fewer units than this make no part of their own. */
const MIN_UNITS_PER_PART = 6;
const WINDOW = 8;
/** How far from its equal place a cut may move, as a share of a part. */
const SLACK = 0.2;

/** How many parts a video of `minutes` with `units` units has: 2 for 3 minutes, 4 for 15, 7 for 60, at most 12. */
export function partCount(minutes: number, units: number): number {
  const wanted = Math.round(0.9 * Math.sqrt(minutes) + 0.4);
  return Math.max(1, Math.min(MAX_PARTS, wanted, Math.floor(units / MIN_UNITS_PER_PART)));
}

/** Where each part starts, as an index into `units` (ids of units in the order of the video); the first is 0. */
export function partStarts(units: readonly number[], count: number, index: TermIndex): number[] {
  const size = units.length / count;
  const slack = Math.min(Math.floor(size * SLACK), Math.floor((size - 2) / 2));
  return Array.from({ length: count }, (_, part) => {
    if (part === 0) return 0;
    const equal = Math.round(part * size);
    let best = equal;
    let least = Infinity;
    for (let at = equal - slack; at <= equal + slack; at += 1) {
      const common = cohesion(units, at, index);
      if (common < least) [best, least] = [at, common];
    }
    return best;
  });
}

/** The weight of the terms that stand both in the window before `at` and in the one after it. */
function cohesion(units: readonly number[], at: number, index: TermIndex): number {
  const before = new Set<number>();
  for (const unit of units.slice(Math.max(0, at - WINDOW), at)) for (const id of index.ofUnit[unit]) before.add(id);
  let common = 0;
  for (const unit of units.slice(at, at + WINDOW))
    for (const id of index.ofUnit[unit]) if (before.has(id)) common += index.weight[id];
  return common;
}
