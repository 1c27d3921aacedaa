/**
 * A sentence of a summary is supported when its span lies inside the video, the names and numbers in it are said there, it denies what is
 * denied there and nothing else, and enough of its content words are said there (SUM-1).
 */
import { SaidWords, type WordForms } from './lexical-support.js';
import { unsaidName } from './names.js';
import { deniesOtherwise, isDenial } from './negation.js';
import { unsaidNumber } from './numbers.js';
import { isUnit, quantitiesOf } from './quantities.js';
import { changesOf, isQuoted } from './quotation.js';
import { isUnspaced, type Word, wordsOf } from './words.js';

/** Why a sentence is not supported. */
export type Unsupported =
  'outside_video' | 'no_words' | 'number_not_said' | 'name_not_said' | 'negation_differs' | 'words_not_said';

/** A paraphrase has few words of the speaker, an invention nearly none. */
const MIN_SHARE = 0.19;
/** A number that is said there counts as a word; one that is not is a reason of its own. */
const WORTH_OF_A_NUMBER = 1;
/** Letters of scripts without spaces are found by chance far more often than words. */
const MIN_SHARE_OF_LETTERS = 0.7;

/** What is said in the lines of a span, and some seconds before and after them. */
export interface Said {
  before: string;
  text: string;
  after: string;
}

/** The reasons against `text`, none = supported. */
export function reasonsAgainst(text: string, { before, text: within, after }: Said, forms: WordForms): Unsupported[] {
  const sentence = wordsOf(text);
  if (sentence.length === 0) return ['no_words'];
  const { language } = forms;
  const heard = wordsOf(`${before} ${within} ${after}`);
  const matters = (word: Word) => /^\d/.test(word.text) || isDenial(word, language);
  if (isQuoted(sentence, heard, matters)) return [];
  const near = wordsOf(within);
  const around = new SaidWords(heard, forms);
  const close = new SaidWords(near, forms);
  const support = close.support(sentence);
  const counts = quantitiesOf(sentence, language);
  const isCounted = (word: Word) =>
    counts.some(({ from, to }) => sentence.indexOf(word) >= from && sentence.indexOf(word) < to);
  const isCommon = (word: Word) => around.isStopword(word) || close.isCommon(word) || isCounted(word);
  const reasons = new Set<Unsupported>();
  if (unsaidNumber(sentence, near, language) !== null) reasons.add('number_not_said');
  if (unsaidName(sentence, close.texts, language, isCommon) !== null) reasons.add('name_not_said');
  if (deniesOtherwise(sentence, near, support, (word) => close.isContent(word) && !isUnit(word), language))
    reasons.add('negation_differs');
  const changes = changesOf(sentence, heard);
  if (changes?.added.some((word) => around.isContent(word) && !around.isCommon(word))) reasons.add('words_not_said');
  if (changes?.added.some(({ text: word }) => /^\d/.test(word) && !close.texts.has(word)))
    reasons.add('number_not_said');
  if (changes && changes.added.some(isDenied) !== changes.leftOut.some(isDenied)) reasons.add('negation_differs');
  const least = sentence.some(isUnspaced) ? MIN_SHARE_OF_LETTERS : MIN_SHARE;
  if (
    support.contentWords > 0 &&
    support.share * support.contentWords + counts.filter(({ isImplied }) => !isImplied).length * WORTH_OF_A_NUMBER <
      least * support.contentWords
  )
    reasons.add('words_not_said');
  return [...reasons];

  function isDenied(word: Word): boolean {
    return isDenial(word, language);
  }
}
