import type { SummaryLength } from './parameters.rule.js';

/** A short summary has 2 to 3 sentences (SUM-2). */
export const MOST_SHORT_SENTENCES = 3;

/** How many sentences a summary of this length keeps: of a short one the first three, of the others all. */
export const mostSentences = (length: SummaryLength): number => (length === 'short' ? MOST_SHORT_SENTENCES : Infinity);
