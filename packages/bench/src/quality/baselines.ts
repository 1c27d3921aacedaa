import { lexiconOf } from '@precis/summarisation/engines/extractive/terms';
import { tokens } from '@precis/summarisation/testing/rouge';
import type { Form } from './meetings.js';

/** The algorithms that the engine is compared with. All choose from the same sentences and fill the same number of words. */
export const BASELINES = ['lead', 'longest', 'textRank', 'lexRank'] as const;
export type Baseline = (typeof BASELINES)[number];

/** Shorter sentences say nothing; every baseline scores higher without them. */
const MIN_WORDS = 6;
/** Unpunctuated turns and overlong sentences are cut into stretches of about this many words, with which the baselines score highest. */
const STRETCH_WORDS = 24;
const MAX_WORDS = 60;
const DAMPING = 0.85;
const ROUNDS = 50;
/** LexRank (Erkan and Radev 2004) links sentences with at least this cosine. */
const LEXRANK_THRESHOLD = 0.1;

/** The sentences of `turns`, none across two turns; for unpunctuated turns, stretches of nearly equal length. */
export function sentencesOf(turns: readonly string[], form: Form): string[] {
  const sentences = form === 'punctuated' ? turns.flatMap((turn) => turn.split(/(?<=[.?!])\s+/)) : turns;
  return sentences.flatMap(stretches).filter((sentence) => sentence.split(' ').length >= MIN_WORDS);
}

function stretches(sentence: string): string[] {
  const words = sentence.split(' ');
  if (words.length <= MAX_WORDS) return [sentence];
  const count = Math.max(1, Math.round(words.length / STRETCH_WORDS));
  const bound = (at: number) => Math.round((at * words.length) / count);
  return Array.from({ length: count }, (_, at) => words.slice(bound(at), bound(at + 1)).join(' '));
}

/** The summary by each baseline: its best `sentences` until `budgetWords` are full, in the order of the meeting. */
export function baselineSummaries(sentences: readonly string[], budgetWords: number): Record<Baseline, string[]> {
  const terms = sentences.map(termsOf);
  const lengths = sentences.map((sentence) => sentence.split(' ').length);
  return {
    lead: filled(sentences, (at) => -at, budgetWords),
    longest: filled(sentences, (at) => lengths[at], budgetWords),
    textRank: filled(sentences, byRank(pageRank(overlaps(terms, lengths))), budgetWords),
    lexRank: filled(sentences, byRank(pageRank(cosines(terms))), budgetWords),
  };
}

function termsOf(sentence: string): string[] {
  const { isStopword } = lexiconOf('en');
  const words = sentence.toLowerCase().match(/[a-z0-9']+/g) ?? [];
  return words.filter((word) => !isStopword(word)).flatMap(tokens);
}

const byRank = (rank: readonly number[]) => (at: number) => rank[at];

/** Cuts the last sentence where the budget ends, like the engine's text. */
function filled(sentences: readonly string[], worth: (at: number) => number, budgetWords: number): string[] {
  const order = sentences.map((_, at) => at).sort((a, b) => worth(b) - worth(a) || a - b);
  const chosen: [number, string][] = [];
  let left = budgetWords;
  for (const at of order) {
    if (left <= 0) break;
    const words = sentences[at].split(' ').slice(0, left);
    left -= words.length;
    chosen.push([at, words.join(' ')]);
  }
  return chosen.sort(([a], [b]) => a - b).map(([, text]) => text);
}

/** The weight between each sentence and each other one; absent = 0. */
type Links = Map<number, number>[];

/** TextRank (Mihalcea and Tarau 2004): common terms / (log length + log length). Here rare terms count more, which scores higher. */
function overlaps(terms: readonly string[][], lengths: readonly number[]): Links {
  const sets = terms.map((own) => new Set(own));
  const idf = idfOf(sets);
  const size = (at: number) => Math.log(lengths[at] + 2);
  return linked(sets, idf, (a, b, common) => common / (size(a) + size(b)));
}

/** LexRank: cosine of tf-idf vectors. The frequency of a term in a sentence is nearly always 1, and is treated as 1. */
function cosines(terms: readonly string[][]): Links {
  const sets = terms.map((own) => new Set(own));
  const idf = idfOf(sets);
  const norms = sets.map((own) => Math.sqrt([...own].reduce((sum, term) => sum + idf(term) ** 2, 0)));
  const links = linked(
    sets,
    (term) => idf(term) ** 2,
    (a, b, common) => common / (norms[a] * norms[b]),
  );
  return links.map((row) => new Map([...row].filter(([, cosine]) => cosine >= LEXRANK_THRESHOLD)));
}

function idfOf(sets: readonly Set<string>[]): (term: string) => number {
  const df = new Map<string, number>();
  for (const own of sets) for (const term of own) df.set(term, (df.get(term) ?? 0) + 1);
  return (term) => Math.log(sets.length / (df.get(term) ?? 1));
}

function linked(
  sets: readonly Set<string>[],
  weight: (term: string) => number,
  similarity: (a: number, b: number, common: number) => number,
): Links {
  const saying = new Map<string, number[]>();
  for (const [at, own] of sets.entries())
    for (const term of own) {
      const found = saying.get(term);
      if (found) found.push(at);
      else saying.set(term, [at]);
    }
  return sets.map((own, at) => {
    const row = new Map<number, number>();
    for (const term of own)
      for (const other of saying.get(term) ?? [])
        if (other !== at) row.set(other, (row.get(other) ?? 0) + weight(term));
    for (const [other, common] of row) row.set(other, similarity(at, other, common));
    return row;
  });
}

/** The share of each sentence in a random walk along `links`. */
function pageRank(links: Links): number[] {
  const outflow = links.map((row) => [...row.values()].reduce((a, b) => a + b, 0));
  let rank = links.map(() => 1 / links.length);
  for (let round = 0; round < ROUNDS; round += 1) {
    const next = links.map(() => (1 - DAMPING) / links.length);
    links.forEach((row, at) => {
      for (const [other, worth] of row) next[other] += (DAMPING * rank[at] * worth) / outflow[at];
    });
    rank = next;
  }
  return rank;
}
