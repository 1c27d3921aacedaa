import type { Evidence } from './evidence.js';
import { SaidWords, type WordForms } from './lexical-support.js';
import { unsaidName } from './names.js';
import { deniesOtherwise, isDenial } from './negation.js';
import { unsaidNumber } from './numbers.js';
import { isUnit, quantitiesOf } from './quantities.js';
import { changesOf, quotedIn, withoutRepeats } from './quotation.js';
import type { Findings } from './supported-sentence.rule.js';
import { isUnspaced, type Word, wordsOf } from './words.js';

const NOTHING: Omit<Findings, 'isInsideVideo'> = {
  hasWords: false,
  isQuoted: false,
  joinsTurns: false,
  saysOtherNumber: false,
  saysOtherName: false,
  deniesOtherwise: false,
  hasWordOfItsOwn: false,
  contentWords: 0,
  wordsFound: 0,
  numbers: 0,
  isUnspaced: false,
};

/** Compares `text` with the speech: names, numbers and denials with the lines of the span, quotations with the surroundings as well. */
export function findingsOn(
  text: string,
  { before, text: within, after }: Pick<Evidence, 'before' | 'text' | 'after'>,
  forms: WordForms,
): Omit<Findings, 'isInsideVideo'> {
  const { language } = forms;
  const sentence = wordsOf(text);
  if (sentence.length === 0) return NOTHING;
  const heard = wordsOf(`${before} ${within} ${after}`);
  const denies = (word: Word) => isDenial(word, language);
  const matters = (word: Word) => isDigits(word) || denies(word);
  const quoted = [
    quotedIn(sentence, heard, matters),
    quotedIn(withoutRepeats(sentence), withoutRepeats(heard), matters),
  ];
  if (quoted.includes('in_one_turn')) return { ...NOTHING, hasWords: true, isQuoted: true };

  const lines = wordsOf(within);
  const [around, near] = [new SaidWords(heard, forms), new SaidWords(lines, forms)];
  const support = near.support(sentence);
  const numbers = quantitiesOf(sentence, language);
  const counted = new Set(numbers.flatMap(({ from, to }) => sentence.slice(from, to)));
  const isCommon = (word: Word) => around.isStopword(word) || near.isCommon(word) || counted.has(word);
  const isContent = (word: Word) => near.isContent(word) && !isUnit(word);
  const changes = changesOf(sentence, heard) ?? { added: [], leftOut: [], joinsTurns: false };
  return {
    hasWords: true,
    isQuoted: false,
    joinsTurns: quoted.includes('across_turns') || changes.joinsTurns,
    saysOtherNumber:
      unsaidNumber(sentence, lines, language) !== null ||
      changes.added.some((word) => isDigits(word) && !near.texts.has(word.text)),
    saysOtherName: unsaidName(sentence, near.texts, language, isCommon) !== null,
    deniesOtherwise:
      deniesOtherwise(sentence, lines, support, isContent, language) ||
      changes.added.some(denies) !== changes.leftOut.some(denies),
    hasWordOfItsOwn: changes.added.some((word) => around.isContent(word) && !around.isCommon(word)),
    contentWords: support.contentWords,
    wordsFound: support.share * support.contentWords,
    numbers: numbers.filter(({ isImplied }) => !isImplied).length,
    isUnspaced: sentence.some(isUnspaced),
  };
}

function isDigits({ text }: Word): boolean {
  return /^\d/.test(text);
}
