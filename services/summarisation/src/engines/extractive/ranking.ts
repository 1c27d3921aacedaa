import { type Sliced, finished } from '../../work/slices.js';
import { wordsOfText } from './spoken-words.js';
import { type Lexicon, type TermIndex, termOf } from './terms.js';

const DAMPING = 0.85;
/** With a focus, half of every round restarts at the units that match it. */
const FOCUSED_DAMPING = 0.5;
const ROUNDS = 30;
const ENOUGH = 1e-6;

/**
 * Computes TextRank: a unit is as important as the units that share its words. Returns the rank of each, with a maximum of 1. `bias[u]` >= 0
 * weights where a round restarts; undefined means everywhere alike. The matrix is factorised as W = D·B·Bᵀ·D without the diagonal, with B = unit ×
 * term (0/1) and D = 1/ln(words + 2). So the cost of a round is the number of terms said, not the square of the units, and five hours of speech
 * need no cap.
 */
export function textRank(index: TermIndex, wordCounts: readonly number[], bias?: Float64Array): Float64Array {
  return finished(ranking(index, wordCounts, bias));
}

/** textRank() in slices, one for each round. */
export function* ranking(index: TermIndex, wordCounts: readonly number[], bias?: Float64Array): Sliced<Float64Array> {
  const units = index.ofUnit.length;
  const d = Float64Array.from(wordCounts, (count) => 1 / Math.log(count + 2));
  const linked = linkedTerms(index);
  const sums = new Float64Array(index.weight.length);
  const outflow = apply(linked, d, new Float64Array(units).fill(1), sums, new Float64Array(units));
  const start = normalised(bias ?? new Float64Array(units).fill(1));
  const damping = bias ? FOCUSED_DAMPING : DAMPING;
  let rank: Float64Array = start.slice();
  let flow: Float64Array = new Float64Array(units);
  const share = new Float64Array(units);
  for (let round = 0; round < ROUNDS; round += 1) {
    yield;
    for (let u = 0; u < units; u += 1) share[u] = outflow[u] > 0 ? rank[u] / outflow[u] : 0;
    apply(linked, d, share, sums, flow);
    let moved = 0;
    for (let u = 0; u < units; u += 1) {
      flow[u] = (1 - damping) * start[u] + damping * flow[u];
      moved += Math.abs(flow[u] - rank[u]);
    }
    [rank, flow] = [flow, rank];
    if (moved < ENOUGH) break;
  }
  const top = rank.reduce((a, b) => Math.max(a, b), 0);
  return top > 0 ? rank.map((value) => value / top) : rank;
}

/** B in compressed rows: `ids[starts[u]]` up to `ids[starts[u + 1]]` are the terms that link unit u to others. */
interface Links {
  ids: Int32Array;
  starts: Int32Array;
}

function linkedTerms({ ofUnit, weight }: TermIndex): Links {
  const starts = new Int32Array(ofUnit.length + 1);
  const ids = new Int32Array(ofUnit.reduce((sum, own) => sum + own.length, 0));
  let end = 0;
  for (let u = 0; u < ofUnit.length; u += 1) {
    const own = ofUnit[u];
    for (let at = 0; at < own.length; at += 1) if (weight[own[at]] > 0) ids[end++] = own[at];
    starts[u + 1] = end;
  }
  return { ids, starts };
}

/**
 * Computes W·x into `result`; `sums` is scratch space with one number per term. Plain loops, because this runs 30 times for every word of hours of
 * speech.
 */
function apply(
  { ids, starts }: Links,
  d: Float64Array,
  x: Float64Array,
  sums: Float64Array,
  result: Float64Array,
): Float64Array {
  sums.fill(0);
  for (let u = 0; u < d.length; u += 1) {
    const give = d[u] * x[u];
    for (let at = starts[u]; at < starts[u + 1]; at += 1) sums[ids[at]] += give;
  }
  for (let u = 0; u < d.length; u += 1) {
    let sum = -d[u] * x[u] * (starts[u + 1] - starts[u]);
    for (let at = starts[u]; at < starts[u + 1]; at += 1) sum += sums[ids[at]];
    // Subtracting the diagonal leaves a rounding error: a unit without links must not get a value below zero.
    result[u] = d[u] * Math.max(0, sum);
  }
  return result;
}

function normalised(values: Float64Array): Float64Array {
  const sum = values.reduce((a, b) => a + b, 0);
  return sum > 0 ? values.map((value) => value / sum) : values.fill(1 / Math.max(1, values.length));
}

/** Words about the video as such, not about its subject. */
const LABELS = new Set(
  'audio automatic caption captions channel clip complete edit episode extended full hd hour hours lecture live min minute minutes new official part podcast season series shorts show stream subtitles talk trailer tutorial video vlog'.split(
    ' ',
  ),
);
/** A sentence with this many of the title's terms fully matches the title. */
const ENOUGH_TERMS = 2;

/** How well each unit matches the title, 0 to 1; undefined when the video mentions nothing of it. */
export function titleShares(title: string, lexicon: Lexicon, index: TermIndex): Float64Array | undefined {
  const terms = wordsOfText(title.slice(0, 300), lexicon.language, lexicon.isFiller)
    .filter((word) => !LABELS.has(word.toLowerCase().replace(/[^\p{L}]/gu, '')) && !/\d/.test(word))
    .map((word) => termOf(word, lexicon) ?? '');
  const ids = new Set(terms.flatMap((term) => index.idOf.get(term) ?? []));
  if (ids.size === 0) return undefined;
  const most = Math.min(ENOUGH_TERMS, ids.size);
  return Float64Array.from(index.ofUnit, (own) => Math.min(1, own.filter((id) => ids.has(id)).length / most));
}

const AGAIN = 0.3;
const RANK_FLOOR = 0.05;

/** The scores that a selection works on; `words[u]` is the length of unit u. */
export interface Scored {
  index: TermIndex;
  rank: Float64Array;
  words: readonly number[];
  /** How fit each unit is to be shown, independent of its subject; absent: all alike. */
  quality?: Float64Array;
}

/**
 * Picks units one by one, each time the one that adds most: the weight of its words, multiplied by 0.3 for each time that a word was already
 * covered, divided by the square root of the unit's length, times its TextRank and quality. Of equal units the earlier is taken.
 */
export class Coverage {
  private readonly left: Float64Array;
  private readonly picked = new Set<number>();
  /** The gain of each unit when it was last computed. Gains never grow, so a unit that cannot win with this value is not computed again. */
  private readonly atMost: Float64Array;

  constructor(private readonly scored: Scored) {
    this.left = scored.index.weight.slice();
    this.atMost = new Float64Array(scored.index.ofUnit.length).fill(Infinity);
  }

  /** The candidate that adds most and is not taken yet; null when there is none. */
  best(candidates: Iterable<number>, favour: (unit: number) => number = () => 1): number | null {
    let best: number | null = null;
    let most = -1;
    for (const unit of candidates) {
      const wish = favour(unit);
      if (this.atMost[unit] * wish <= most) continue;
      const gain = this.gain(unit) * wish;
      if (gain > most && !this.picked.has(unit)) [best, most] = [unit, gain];
    }
    return best;
  }

  /** The results that repeated calls of best() would give while nothing is taken, up to `most` of them, with one computation per unit. */
  bestFirst(candidates: Iterable<number>, favour: (unit: number) => number, most: number): number[] {
    const found: { unit: number; gain: number }[] = [];
    let least = -1;
    const keepBest = () => {
      found.sort((a, b) => b.gain - a.gain);
      if (found.length > most) found.length = most;
    };
    for (const unit of candidates) {
      const gain = this.gain(unit) * favour(unit);
      if (!(gain > least) || this.picked.has(unit)) continue;
      found.push({ unit, gain });
      if (found.length < 2 * most) continue;
      keepBest();
      least = found[most - 1].gain;
    }
    keepBest();
    return found.map(({ unit }) => unit);
  }

  /** Takes up to `count` of `candidates`, the best first. */
  pick(candidates: Iterable<number>, count: number): number[] {
    const taken: number[] = [];
    for (let unit = this.best(candidates); unit !== null && taken.length < count; unit = this.best(candidates)) {
      this.take(unit);
      taken.push(unit);
    }
    return taken;
  }

  take(unit: number): void {
    this.picked.add(unit);
    for (const id of this.scored.index.ofUnit[unit]) this.left[id] *= AGAIN;
  }

  private gain(unit: number): number {
    const ids = this.scored.index.ofUnit[unit];
    let sum = 0;
    for (let at = 0; at < ids.length; at += 1) sum += this.left[ids[at]];
    return (this.atMost[unit] =
      (sum / Math.sqrt(this.scored.words[unit])) *
      (this.scored.rank[unit] + RANK_FLOOR) *
      (this.scored.quality?.[unit] ?? 1));
  }
}
