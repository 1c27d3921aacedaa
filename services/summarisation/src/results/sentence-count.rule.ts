import type { SummaryLength } from './parameters.rule.js';

/** A short summary has 2 to 3 sentences (SUM-2). */
export const MOST_SHORT_SENTENCES = 3;

/** The sentences that a summary of this length keeps, of `sentences` in the order in which it is read: the first ones of a short summary. */
export function withinLength<S>(length: SummaryLength, sentences: readonly S[]): readonly S[] {
  return length === 'short' ? sentences.slice(0, MOST_SHORT_SENTENCES) : sentences;
}
