import type { Evidence } from './evidence.js';
import type { Findings } from './supported-sentence.rule.js';
import { unsaidNumber } from './numbers.js';
import { type Word, wordsOf } from './words.js';

/** `said`: the language of the video, `written`: the language of the sentence. */
export interface TwoLanguages {
  said: string;
  written: string;
}

/** Words that English writes with a capital although they are not names. */
const ENGLISH_CAPITALS = new Set(
  (
    'i im ive id ill ok okay internet monday tuesday wednesday thursday friday saturday sunday january february march april may june july august ' +
    'september october november december'
  ).split(' '),
);
/** English, Japanese, German, Italian, Dutch, Greek: other languages write them without a capital. */
const PEOPLES = /(?:ish|ese|ian|ians|an|ans|ench|utch|reek|reeks)$/;
const SAME_START = 4;
/** Acronyms differ between languages: NATO is OTAN elsewhere. */
const LONGEST_ACRONYM = 5;

/**
 * Checks a sentence in another language than the video's: whether anything is said at its place, whether its numbers are said there, and whether
 * its names are. Other words and negations cannot be compared.
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
    // Without speech there is nothing to translate.
    hasWordOfItsOwn: lines.length === 0,
    contentWords: 0,
    wordsFound: 0,
    numbers: 0,
    isUnspaced: false,
  };
}

/**
 * A name may have another form ("Munich", "the Second World War"), so one name of a sentence may be new when a spoken name has no counterpart.
 * Names are not compared with German, where every noun has a capital, nor across scripts.
 */
function saysOtherName(sentence: readonly Word[], said: readonly Word[], languages: TwoLanguages): boolean {
  if ([languages.said, languages.written].some((code) => /^de\b/i.test(code))) return false;
  if (!areInLatin(said) || !areInLatin(sentence)) return false;
  const [inSpeech, inSentence] = [startsOf(said), startsOf(sentence)];
  const unsaid = namesIn(sentence, languages.written).filter((parts) => !parts.some((part) => inSpeech.has(part)));
  const spare = namesIn(said, languages.said).some((parts) => !parts.some((part) => inSentence.has(part)));
  return unsaid.length > (spare ? 1 : 0);
}

/** Names of one word or several consecutive words, each word by its beginning. */
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

/** Whether more than half of the words are in Latin script. */
function areInLatin(words: readonly Word[]): boolean {
  const spelt = words.filter(({ text }) => !/^\d/.test(text));
  return spelt.filter(({ text }) => /^\p{sc=Latin}/u.test(text)).length * 2 > spelt.length;
}

function startOf({ text }: Word): string {
  return text.slice(0, SAME_START);
}
