import type { Evidence } from './evidence.js';
import type { Findings } from './supported-sentence.rule.js';
import { unsaidNumber } from './numbers.js';
import { type Word, wordsOf } from './words.js';

/** `said`: what the video speaks, `written`: what the sentence is in. */
export interface TwoLanguages {
  said: string;
  written: string;
}

/** Capitals that are no names: English writes these with one. */
const ENGLISH_CAPITALS = new Set(
  (
    'i im ive id ill ok okay internet monday tuesday wednesday thursday friday saturday sunday january february march april may june july august ' +
    'september october november december'
  ).split(' '),
);
/** English, Japanese, German, Italian, Dutch, Greek: other languages write them small. */
const PEOPLES = /(?:ish|ese|ian|ians|an|ans|ench|utch|reek|reeks)$/;
const SAME_START = 4;
/** NATO is OTAN elsewhere. */
const LONGEST_ACRONYM = 5;

/**
 * What can be told of a sentence in another language than the video's: whether something is said where it points, whether the numbers in it are
 * said there, and whether its names are. Its other words and its denials cannot be compared.
 */
export function findingsAcross(
  text: string,
  { text: within }: Pick<Evidence, 'text'>,
  { said, written }: TwoLanguages,
): Omit<Findings, 'isInsideVideo'> {
  const [sentence, lines] = [wordsOf(text), wordsOf(within)];
  return {
    hasWords: sentence.length > 0,
    isQuoted: false,
    joinsTurns: false,
    saysOtherNumber: unsaidNumber(sentence, lines, written, said) !== null,
    saysOtherName: saysOtherName(sentence, lines, { said, written }),
    deniesOtherwise: false,
    // Where nothing is said there is nothing to translate.
    hasWordOfItsOwn: lines.length === 0,
    contentWords: 0,
    wordsFound: 0,
    numbers: 0,
    isUnspaced: false,
  };
}

/**
 * A name may have another form ("Munich", "the Second World War"): one of a sentence may be new where a name is said that has no counterpart. German
 * has capitals everywhere, and other scripts other letters: names are not compared there.
 */
function saysOtherName(sentence: readonly Word[], said: readonly Word[], languages: TwoLanguages): boolean {
  if ([languages.said, languages.written].some((code) => /^de\b/i.test(code))) return false;
  if (!areInLatin(said) || !areInLatin(sentence)) return false;
  const [inSpeech, inSentence] = [startsOf(said), startsOf(sentence)];
  const unsaid = namesIn(sentence, languages.written).filter((parts) => !parts.some((part) => inSpeech.has(part)));
  const spare = namesIn(said, languages.said).some((parts) => !parts.some((part) => inSentence.has(part)));
  return unsaid.length > (spare ? 1 : 0);
}

/** Names of one word or of several in a row, each word by its beginning. */
function namesIn(words: readonly Word[], language: string): string[][] {
  const names: string[][] = [];
  words.forEach((word, at) => {
    if (!isName(word, language)) return;
    if (at > 0 && !word.afterMark && isName(words[at - 1], language)) names.at(-1)?.push(startOf(word));
    else names.push([startOf(word)]);
  });
  return names;
}

function startsOf(words: readonly Word[]): ReadonlySet<string> {
  return new Set(words.map(startOf));
}

function isName({ raw, text, isCapital, opens }: Word, language: string): boolean {
  if (!isCapital || opens || text.length < 3) return false;
  if (raw.length <= LONGEST_ACRONYM && raw === raw.toUpperCase()) return false;
  return !(/^en\b/i.test(language) && (ENGLISH_CAPITALS.has(text) || PEOPLES.test(text)));
}

/** More than half of the words. */
function areInLatin(words: readonly Word[]): boolean {
  const spelt = words.filter(({ text }) => !/^\d/.test(text));
  return spelt.filter(({ text }) => /^\p{sc=Latin}/u.test(text)).length * 2 > spelt.length;
}

function startOf({ text }: Word): string {
  return text.slice(0, SAME_START);
}
