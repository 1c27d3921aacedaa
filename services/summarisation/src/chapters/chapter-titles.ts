import type { Sliced } from '../work/slices.js';
import { type Lexicon, NO_TERM, type TermIndex, termsSaid } from '../engines/extractive/terms.js';
import { canName } from './naming-words.js';

/** A stretch of speech: `text` holds `words` in order, with or without spaces between them. */
export interface SpokenUnit {
  startMs: number;
  words: readonly string[];
  text: string;
}

/** The units of a transcript and their terms; `index.ofUnit[u]` are the terms of `units[u]`. */
export interface IndexedUnits {
  units: readonly SpokenUnit[];
  index: Terms;
  lexicon: Lexicon;
}

type Terms = Pick<TermIndex, 'ofUnit' | 'weight' | 'formsOf' | 'idOfForm'>;

const PHRASE_WORDS = { least: 2, most: 5 };
const MOST_TITLE_CHARS = 80;
/** How many terms characterise a chapter, and in how many of its units phrases with them are searched. */
const LEADING_TERMS = 16;
const UNITS_LOOKED_AT = 40;
/** Added to the frequency ratio, so that a term that is as frequent in the whole video still counts a little. */
const ALL_OVER = 0.3;
/**
 * Only these words may come first between two parts of a name: "pull the cable" and "tire is flat" are clauses. In languages without an entry, any
 * word may.
 */
const LINKS: Record<string, ReadonlySet<string>> = {
  en: new Set('of and or for in on with without to from against between under over by at'.split(' ')),
  de: new Set('von vom der des und oder für im in am mit ohne zu zum zur gegen auf unter'.split(' ')),
};
/** Each grammar word inside a phrase divides the score of the phrase by this. */
const GAP = 1.3;
/** Factor for a phrase that is said only once: its words may be adjacent by chance. */
const SAID_ONCE = 0.5;
const BREAK_AFTER = /[^\p{L}\p{N}\p{M}'’]$/u;
const BREAK_BEFORE = /^[^\p{L}\p{N}]/u;
/** Nearly every word begins and ends with a plain letter, and is spared the slower expressions above, which handle all scripts. */
const isPlainLetter = (code: number) => (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a;
const breaksAfter = (word: string) => !isPlainLetter(word.charCodeAt(word.length - 1)) && BREAK_AFTER.test(word);
const breaksBefore = (word: string) => !isPlainLetter(word.charCodeAt(0)) && BREAK_BEFORE.test(word);
const OWNER = /['’]s$/;
const OUTER_MARKS = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}\p{M}]+$/gu;
const bareOf = (word: string) => (breaksAfter(word) || breaksBefore(word) ? word.replace(OUTER_MARKS, '') : word);

interface Phrase {
  key: string;
  /** Where it was first said: a unit, its first word, and the word after its last. */
  unit: number;
  from: number;
  to: number;
  terms: number;
  count: number;
}

/**
 * In slices, returns a title for each chapter, in the order of `starts` (units that they begin with). A title is a spoken phrase of 2 to 5 words
 * whose terms are said more often in the chapter than in the rest of the video. No two chapters have the same phrase.
 */
export function* chapterTitles(spoken: IndexedUnits, starts: readonly number[]): Sliced<string[]> {
  const { units, index } = spoken;
  const vocabulary = index.weight.length;
  const overall = countTerms(index, 0, units.length, vocabulary);
  const used = new Set<string>();
  const titles: string[] = [];
  for (const [at, from] of starts.entries()) {
    yield;
    const to = starts[at + 1] ?? units.length;
    const worth = distinctness(countTerms(index, from, to, vocabulary), overall);
    const best = unitsByWorth(index, worth, from, to);
    const phrase = bestPhrase(spoken, worth, best, used);
    if (phrase !== undefined) used.add(phrase.key);
    titles.push(
      phrase === undefined ? opening(units[best[0] ?? from]) : surface(units[phrase.unit], phrase.from, phrase.to),
    );
  }
  return titles;
}

interface Counts {
  ofTerm: Float64Array;
  sum: number;
}

function countTerms(index: Terms, from: number, to: number, vocabulary: number): Counts {
  const ofTerm = new Float64Array(vocabulary);
  let sum = 0;
  for (let unit = from; unit < to; unit += 1) {
    for (const id of index.ofUnit[unit]) ofTerm[id] += 1;
    sum += index.ofUnit[unit].length;
  }
  return { ofTerm, sum };
}

/**
 * The part of each leading term of a chapter in the relative entropy to the whole video; 0 for all others. Plain loops, because a vocabulary has
 * thousands of terms.
 */
function distinctness(here: Counts, overall: Counts): Float64Array {
  const leading: { id: number; worth: number }[] = [];
  let least = 0;
  for (let id = 0; id < here.ofTerm.length; id += 1) {
    const count = here.ofTerm[id];
    if (count === 0) continue;
    const worth = count * Math.log((count * overall.sum) / (here.sum * overall.ofTerm[id]) + ALL_OVER);
    if (worth <= least) continue;
    leading.push({ id, worth });
    if (leading.length < 2 * LEADING_TERMS) continue;
    leading.sort((a, b) => b.worth - a.worth).length = LEADING_TERMS;
    least = leading[LEADING_TERMS - 1].worth;
  }
  const worths = new Float64Array(here.ofTerm.length);
  for (const { id, worth } of leading.sort((a, b) => b.worth - a.worth).slice(0, LEADING_TERMS)) worths[id] = worth;
  return worths;
}

function unitsByWorth(index: Terms, worth: Float64Array, from: number, to: number): number[] {
  const sums: { unit: number; sum: number }[] = [];
  for (let unit = from; unit < to; unit += 1) {
    let sum = 0;
    for (const id of index.ofUnit[unit]) sum += worth[id];
    if (sum > 0) sums.push({ unit, sum });
  }
  sums.sort((a, b) => b.sum - a.sum);
  return sums.slice(0, UNITS_LOOKED_AT).map(({ unit }) => unit);
}

function bestPhrase(
  spoken: IndexedUnits,
  worth: Float64Array,
  unitsThere: readonly number[],
  used: ReadonlySet<string>,
): Phrase | undefined {
  const phrases = new Map<string, Phrase>();
  for (const unit of unitsThere) collect(spoken, worth, unit, phrases);
  let best: Phrase | undefined;
  let most = 0;
  for (const phrase of phrases.values()) {
    const value = phrase.terms * (phrase.count > 1 ? phrase.count : SAID_ONCE);
    if (value > most && !used.has(phrase.key)) [best, most] = [phrase, value];
  }
  return best;
}

/** Collects every run of words of the unit that begins and ends with a content term and contains no punctuation. */
function collect(
  { units, index, lexicon }: IndexedUnits,
  worth: Float64Array,
  unit: number,
  phrases: Map<string, Phrase>,
) {
  const { words } = units[unit];
  const links = LINKS[lexicon.language];
  // In a language without a list of grammar words, a term without weight may be one.
  const isTerm = (id: number) => id >= 0 && (lexicon.isKnown || index.weight[id] > 0);
  const ids = termsSaid(index, unit).map((id) => (isTerm(id) ? id : NO_TERM));
  const isNamed = (at: number, isLast: boolean) =>
    worth[ids[at]] > 0 && canName(bareOf(words[at]), lexicon.language, isLast);
  for (let from = 0; from < words.length; from += 1) {
    if (!isNamed(from, false)) continue;
    let terms = worth[ids[from]];
    let key = String(ids[from]);
    let said = 1;
    for (let to = from + 1; to < from + PHRASE_WORDS.most && to < words.length; to += 1) {
      if (breaksAfter(words[to - 1]) || breaksBefore(words[to])) break;
      if (ids[to] < 0) {
        if (links && ids[to - 1] >= 0 && !links.has(words[to].toLowerCase())) break;
        continue;
      }
      if (ids.indexOf(ids[to], from) < to) break;
      terms += worth[ids[to]];
      key += ` ${ids[to]}`;
      said += 1;
      if (!isNamed(to, true) || OWNER.test(words[to])) continue;
      const known = phrases.get(key);
      const gaps = to - from + 1 - said;
      const length = Math.sqrt(to + 1 - from) * GAP ** gaps;
      if (known) known.count += 1;
      else phrases.set(key, { key, unit, from, to: to + 1, terms: terms / length, count: 1 });
    }
  }
}

/** The words as written in the unit's text, without the punctuation around them. */
function surface({ words, text }: SpokenUnit, from: number, to: number): string {
  let start = 0;
  let end = 0;
  for (let at = 0; at < to; at += 1) {
    const begin = text.indexOf(words[at], end);
    if (at === from) start = begin;
    end = begin + words[at].length;
  }
  return text.slice(start, end).replace(OUTER_MARKS, '').slice(0, MOST_TITLE_CHARS).toWellFormed();
}

/** The first words of the unit: the title of a chapter that has no terms of its own. */
function opening(unit: SpokenUnit): string {
  const title = surface(unit, 0, Math.min(PHRASE_WORDS.most, unit.words.length));
  return title === '' ? unit.text.slice(0, MOST_TITLE_CHARS).toWellFormed() : title;
}
