/**
 * Rule (decision 23; research 4.3): sentences are taken one by one, each time the one that adds most: the weight of its
 * words, cut to 0.3 for each time a word was covered already, per square root of its length, times its TextRank and quality.
 */
import type { TermIndex } from './term.rule.js';

const AGAIN = 0.3;
const RANK_FLOOR = 0.05;

/** What a selection works on; `words[u]` is the length of unit u. */
export interface Scored {
  index: TermIndex;
  rank: Float64Array;
  words: readonly number[];
  /** How fit each unit is to be shown, whatever it speaks of; absent: all alike. */
  quality?: Float64Array;
}

/** Picks units one after the other and remembers what is covered; ties go to the earlier unit. */
export class Coverage {
  private readonly left: Float64Array;
  private readonly picked = new Set<number>();

  constructor(private readonly scored: Scored) {
    this.left = scored.index.weight.slice();
  }

  /** The one of `candidates` that adds most and is not taken yet; null when there is none. */
  best(candidates: Iterable<number>, favour: (unit: number) => number = () => 1): number | null {
    let best: number | null = null;
    let most = -1;
    for (const unit of candidates) {
      const gain = this.gain(unit) * favour(unit);
      if (gain > most && !this.picked.has(unit)) [best, most] = [unit, gain];
    }
    return best;
  }

  /** What best() would name one after the other while nothing is taken; one look at each, however many of them are passed over. */
  bestFirst(candidates: Iterable<number>, favour: (unit: number) => number = () => 1): number[] {
    const gains = Array.from(candidates, (unit) => ({
      unit,
      gain: this.picked.has(unit) ? -1 : this.gain(unit) * favour(unit),
    }));
    return gains
      .filter(({ gain }) => gain >= 0)
      .sort((a, b) => b.gain - a.gain)
      .map(({ unit }) => unit);
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
    let sum = 0;
    for (const id of this.scored.index.ofUnit[unit]) sum += this.left[id];
    return (
      (sum / Math.sqrt(this.scored.words[unit])) *
      (this.scored.rank[unit] + RANK_FLOOR) *
      (this.scored.quality?.[unit] ?? 1)
    );
  }
}
