/**
 * Rule (decision 23): a summary shows its reader whole, plain sentences; lists of numbers, questions, run-on speech and pieces
 * cut out of the middle of a thought count for less than what they speak of.
 */
import { standing } from './opening.rule.js';
import type { Lexicon } from './term.rule.js';
import type { Unit } from './unit.rule.js';

/** At least this good is fit to open a summary. */
export const FIT_FOR_OVERVIEW = 0.7;

const NUMBER_WORDS = new Set(
  (
    'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty ' +
    'sixty seventy eighty ninety hundred thousand million billion half quarter'
  ).split(' '),
);
const MOST_NUMBERS = 0.22;
/** Of natural sentences a third to two thirds are words of grammar; a list has few and mere talk little else. */
const GRAMMAR = { least: 0.25, most: 0.8 };
const SUBJECTS = new Set("i you we he she it they there that's it's there's you're we're they're i'm this".split(' '));
/** After these a new subject is expected: the clause goes on. */
const JOINTS = new Set(
  'and but or if when where what why how that which who because so since than as while until once before after though although unless whether do does did can could will would is are was were have has had all say says said think know believe means'.split(
    ' ',
  ),
);
const ENDS = /[.!?…]["'”’)\]]*$/u;
const OPENING_WORDS = 3;
/** After such a clause the main one has a subject of its own. */
const CONDITIONS = new Set('if when once while after before as since although though unless'.split(' '));
/** Whoever greets says nothing else. */
const COURTESIES = new Set(['thank', 'thanks', 'welcome', 'subscribe', 'subscribed', 'goodbye']);
const LEAST = 0.02;

/** Per unit: how fit it is to be shown, and which share of its words are numbers. */
export interface Qualities {
  quality: Float64Array;
  numbers: Float64Array;
}

/** From 1 down to 0.02 for each unit, in a language whose words of grammar are known; elsewhere only its form counts. */
export function qualities(units: readonly Unit[], lexicon: Lexicon): Qualities {
  // Hours of speech say each word many times: what is known of a word is found out once.
  const known = new Map<string, Kind>();
  const kindOf = (word: string): Kind => {
    let kind = known.get(word);
    if (kind === undefined) known.set(word, (kind = findKind(bareWord(word), lexicon)));
    return kind;
  };
  const quality = new Float64Array(units.length);
  const numbers = new Float64Array(units.length);
  units.forEach((unit, at) => {
    const kinds = unit.words.map(kindOf);
    numbers[at] = count(kinds, 'isNumber') / kinds.length;
    quality[at] = Math.max(
      LEAST,
      wholeness(
        unit,
        kinds.map(({ plain }) => plain),
        lexicon,
      ) * plainness(kinds, numbers[at], lexicon),
    );
  });
  return { quality, numbers };
}

interface Kind {
  plain: string;
  isNumber: boolean;
  isGrammar: boolean;
  isCourtesy: boolean;
}

function findKind(plain: string, lexicon: Lexicon): Kind {
  return { plain, isNumber: isNumber(plain), isGrammar: lexicon.isStopword(plain), isCourtesy: COURTESIES.has(plain) };
}

function count(kinds: readonly Kind[], trait: 'isNumber' | 'isGrammar'): number {
  let found = 0;
  for (const kind of kinds) if (kind[trait]) found += 1;
  return found;
}

/** Whether a unit is a sentence, and one that is understood by itself. */
function wholeness(unit: Unit, plain: readonly string[], lexicon: Lexicon): number {
  let worth = standing(unit.words, plain, lexicon.language, lexicon.isStopword);
  if (isQuestion(unit.text)) worth *= 0.3;
  if (unit.cutHead) worth *= 0.6;
  if (unit.cutTail) worth *= 0.7;
  return lexicon.language === 'en' && !ENDS.test(unit.text.slice(-6)) ? worth * 0.68 ** restarts(plain) : worth;
}

/** Whether its words are such as sentences are made of. */
function plainness(kinds: readonly Kind[], numbers: number, lexicon: Lexicon): number {
  if (!lexicon.isKnown) return 1;
  const grammar = count(kinds, 'isGrammar') / kinds.length;
  let worth = numbers > MOST_NUMBERS ? 0.3 : 1;
  if (grammar < GRAMMAR.least || grammar > GRAMMAR.most) worth *= 0.5;
  return lexicon.language === 'en' && kinds.some(({ isCourtesy }) => isCourtesy) ? worth * 0.4 : worth;
}

/** `word` in lower case without the marks around it. */
function bareWord(word: string): string {
  return word
    .toLowerCase()
    .replace(/[’ʼ]/g, "'")
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
}

function isNumber(word: string): boolean {
  return (
    /^\d/.test(word) ||
    NUMBER_WORDS.has(word) ||
    (word.includes('-') && word.split('-').every((part) => NUMBER_WORDS.has(part)))
  );
}

/** A question that a statement leads to ("the story of one question: what time is it?") is told, not asked. */
function isQuestion(text: string): boolean {
  return /[?？؟]["'”’)\]»」』]*$/u.test(text.slice(-6)) && !text.includes(':');
}

/** How often a subject stands where nothing led to it: "the rubber has dried out IT has to go". */
function restarts(words: readonly string[]): number {
  let count = CONDITIONS.has(words[0]) ? -1 : 0;
  for (let at = OPENING_WORDS; at < words.length; at += 1)
    if (SUBJECTS.has(words[at]) && !JOINTS.has(words[at - 1])) count += 1;
  return Math.max(0, count);
}
