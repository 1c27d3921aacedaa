/** Rule (decision 23): all lengths of a summary are chosen from the same units, judged by the same measures. */
import type { Scored } from './coverage.rule.js';
import type { Focus } from './focus.rule.js';

/** What a summary is chosen from: `units` in the order of the video, and whether one surely reads as a single sentence. */
export interface Choice {
  scored: Scored;
  units: readonly number[];
  textOf: (unit: number) => string;
  /** The share of numbers among the words of each unit. */
  numbers: Float64Array;
  readsAsOne: (unit: number) => boolean;
  durationMs: number;
  focus?: Focus;
  /** Per unit, 0 to 1. */
  titleShares?: Float64Array;
}
