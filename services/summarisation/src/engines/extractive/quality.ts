import { type SaidWords, pairsIn } from './bare-word.js';
import { LEAD_INS } from './sentences.js';
import { PAUSE_EVERY, type Sliced, finished } from '../../work/slices.js';
import type { Lexicon, TermIndex } from './terms.js';
import type { Unit } from './units.js';

/** The least quality of a unit for the overview, unless too few units have it. */
export const FIT_FOR_OVERVIEW = 0.7;

const NUMBER_WORDS = new Set(
  (
    'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty ' +
    'sixty seventy eighty ninety hundred thousand million billion half quarter'
  ).split(' '),
);
const MOST_NUMBERS = 0.22;
/** In natural sentences, a third to two thirds of the words are grammar. A list has fewer, and empty talk has little else. */
const GRAMMAR = { least: 0.25, most: 0.8 };
const SUBJECTS = new Set("i you we he she it they there that's it's there's you're we're they're i'm this".split(' '));
/** Words after which a new subject is expected, because the clause goes on. */
const JOINTS = new Set(
  'and but or if when where what why how that which who because so since than as while until once before after though although unless whether do does did can could will would is are was were have has had all say says said think know believe means'.split(
    ' ',
  ),
);
const ENDS = /[.!?…]["'”’)\]]*$/u;
const OPENING_WORDS = 3;
/** Words that open a clause after which the main clause has its own subject. */
const CONDITIONS = new Set('if when once while after before as since although though unless'.split(' '));
/** Words that mark a greeting or a farewell. */
const COURTESIES = new Set(['thank', 'thanks', 'welcome', 'subscribe', 'subscribed', 'goodbye']);
const LEAST = 0.02;

/** For each unit: how fit it is to be shown, and the share of numbers among its words. */
export interface Qualities {
  quality: Float64Array;
  numbers: Float64Array;
}

/**
 * Scores each unit from 1 down to 0.02. Whole, plain sentences score highest; lists of numbers, questions, run-on speech and pieces cut out of the
 * middle of a thought score lower. In a language whose grammar words are not known, only the form is scored.
 */
export function qualities(units: readonly Unit[], index: TermIndex, lexicon: Lexicon): Qualities {
  return finished(judging(units, index, lexicon));
}

/** Same as qualities(), in slices that let other work run. */
export function* judging(units: readonly Unit[], index: TermIndex, lexicon: Lexicon): Sliced<Qualities> {
  const traitsOf = new Int32Array(index.forms.length).fill(NOT_JUDGED);
  const quality = new Float64Array(units.length);
  const numbers = new Float64Array(units.length);
  for (let at = 0; at < units.length; at += 1) {
    if (at % PAUSE_EVERY.units === 0) yield;
    const forms = index.formsOf[at];
    const { plain } = units[at];
    for (let word = 0; word < forms.length; word += 1)
      if (traitsOf[forms[word]] === NOT_JUDGED) traitsOf[forms[word]] = traits(plain[word], lexicon);
    numbers[at] = count(forms, traitsOf, IS.number) / forms.length;
    const whole = wholeness(units[at], forms, traitsOf, lexicon);
    quality[at] = Math.max(LEAST, whole * plainness(forms, traitsOf, numbers[at], lexicon));
  }
  return { quality, numbers };
}

/** Properties of a word, one bit each. */
const IS = {
  number: 1,
  grammar: 2,
  courtesy: 4,
  subject: 8,
  joint: 16,
  pronoun: 32,
  person: 64,
  pointing: 128,
  either: 256,
  them: 512,
};
const NOT_JUDGED = -1;

function traits(plain: string, lexicon: Lexicon): number {
  return (
    (isNumber(plain) ? IS.number : 0) |
    (lexicon.isStopword(plain) ? IS.grammar : 0) |
    (COURTESIES.has(plain) ? IS.courtesy : 0) |
    (SUBJECTS.has(plain) ? IS.subject : 0) |
    (JOINTS.has(plain) ? IS.joint : 0) |
    (PRONOUNS.has(plain) ? IS.pronoun : 0) |
    (PERSONS.has(plain) ? IS.person : 0) |
    (plain !== 'that' && DEMONSTRATIVES.has(plain) ? IS.pointing : 0) |
    (plain === 'either' || plain === 'neither' ? IS.either : 0) |
    (plain === 'them' ? IS.them : 0)
  );
}

function count(forms: ArrayLike<number>, traitsOf: Int32Array, trait: number): number {
  let found = 0;
  for (let at = 0; at < forms.length; at += 1) if ((traitsOf[forms[at]] & trait) !== 0) found += 1;
  return found;
}

/** Scores whether a unit is a sentence that is understood by itself. */
function wholeness(unit: Unit, forms: ArrayLike<number>, traitsOf: Int32Array, lexicon: Lexicon): number {
  let worth = lexicon.language === 'en' ? standing(unit, forms, traitsOf) : 1;
  if (isQuestion(unit.text)) worth *= 0.3;
  if (unit.cutHead) worth *= 0.6;
  if (unit.cutTail) worth *= 0.7;
  return lexicon.language === 'en' && !ENDS.test(unit.text.slice(-6))
    ? worth * 0.68 ** restarts(unit.plain[0], forms, traitsOf)
    : worth;
}

/** Scores whether the words are those of an ordinary sentence. */
function plainness(forms: ArrayLike<number>, traitsOf: Int32Array, numbers: number, lexicon: Lexicon): number {
  if (!lexicon.isKnown) return 1;
  const grammar = count(forms, traitsOf, IS.grammar) / forms.length;
  let worth = numbers > MOST_NUMBERS ? 0.3 : 1;
  if (grammar < GRAMMAR.least || grammar > GRAMMAR.most) worth *= 0.5;
  return lexicon.language === 'en' && count(forms, traitsOf, IS.courtesy) > 0 ? worth * 0.4 : worth;
}

/** Whether `word`, in lower case without marks, is a number in digits or in English. */
export function isNumber(word: string): boolean {
  const first = word.charCodeAt(0);
  return (
    (first >= 0x30 && first <= 0x39) ||
    NUMBER_WORDS.has(word) ||
    (word.includes('-') && word.split('-').every((part) => NUMBER_WORDS.has(part)))
  );
}

/** After a colon, a question is part of a statement: "the story of one question: what time is it?" */
function isQuestion(text: string): boolean {
  return /[?？؟]["'”’)\]»」』]*$/u.test(text.slice(-6)) && !text.includes(':');
}

/** Counts subjects that follow without a connection: "the rubber has dried out IT has to go". */
function restarts(first: string, forms: ArrayLike<number>, traitsOf: Int32Array): number {
  let count = CONDITIONS.has(first) ? -1 : 0;
  for (let at = OPENING_WORDS; at < forms.length; at += 1)
    if ((traitsOf[forms[at]] & IS.subject) !== 0 && (traitsOf[forms[at - 1]] & IS.joint) === 0) count += 1;
  return Math.max(0, count);
}

const DEMONSTRATIVES = new Set('this that these those such'.split(' '));
const PRONOUNS = new Set(
  "it its it's it'll it'd he he's he'd he'll she she's she'd they they're they'd they've him her his them their theirs that's here here's both neither other others another same latter former".split(
    ' ',
  ),
);
/** Words that open a subordinate clause or a question. */
const LEANING = new Set('because or nor which whose than until except'.split(' '));
const ASIDES = new Set(
  "let let's thank thanks welcome hello hi subscribe sorry please imagine think remember".split(' '),
);
/** Openings that need the sentence before: "namely, ...", "for example ...". Lead-ins that can simply be removed are in sentences.ts. */
const TIES = new Set(
  (
    'namely moreover furthermore additionally otherwise instead likewise similarly consequently nevertheless nonetheless hence plus meanwhile except especially ' +
    'including'
  ).split(' '),
);
const TIE_PAIRS = pairsIn(
  'for example|for instance|in addition|in other|after that|before that|at that|that way|related to|in contrast|in particular|as well|' +
    'even so|same thing|same with|another one|the latter|the former',
);
/** A clause or place at the start, followed by a pronoun without a referent: "As the day progresses, they ...". */
const FRONTED = new Set('as when while if after before once since in on at for with during by from until'.split(' '));
const FRONTED_WORDS = 14;

function pronounAfterComma(words: readonly string[], plain: readonly string[]): boolean {
  for (let at = 2; at < Math.min(FRONTED_WORDS, words.length - 1); at += 1)
    if (words[at].endsWith(',')) return PRONOUNS.has(plain[at + 1]) && plain[at + 1] !== 'here';
  return false;
}

/** How many words into a sentence a pronoun is treated as its subject; further for a person than for a thing. */
const SUBJECT_REACH = 4;
const PERSON_REACH = 7;
const PERSONS = new Set('he she his him her'.split(' '));
/** In a sentence this short, the referent of "them" is in an earlier sentence. */
const SHORT_WORDS = 14;

/**
 * Scores how well a sentence is understood by itself, because a summary shows it far from its context: from 1 down to 0.15 for one about an unnamed
 * "this" or "he". English only.
 */
function standing({ words, plain }: SaidWords, forms: ArrayLike<number>, traitsOf: Int32Array): number {
  const [first, second] = plain;
  let worth =
    LEANING.has(first) || LEAD_INS.has(first)
      ? 0.4
      : ASIDES.has(first)
        ? 0.35
        : first === 'i' || first.startsWith("i'")
          ? 0.8
          : 1;
  if (DEMONSTRATIVES.has(first) || PRONOUNS.has(first)) return Math.min(worth, 0.2);
  const isAside = /^(?:al)?though$/.test(first) && words[0].endsWith(',');
  if (isAside || TIES.has(first) || TIE_PAIRS.get(first)?.has(second)) return Math.min(worth, 0.25);
  if (FRONTED.has(first) && pronounAfterComma(words, plain)) worth *= 0.4;
  if (DEMONSTRATIVES.has(second) || says(IS.pointing, forms, traitsOf, 2, 3)) worth *= 0.25;
  let [content, pronoun, person] = [-1, -1, -1];
  for (let at = Math.min(PERSON_REACH, forms.length) - 1; at >= 0; at -= 1) {
    const traits = traitsOf[forms[at]];
    if ((traits & (IS.grammar | IS.pronoun)) === 0) content = at;
    if ((traits & IS.pronoun) !== 0 && plain[at] !== 'here') pronoun = at;
    if ((traits & IS.person) !== 0) person = at;
  }
  if (pronoun > 0 && pronoun < SUBJECT_REACH) worth *= content < 0 || pronoun < content ? 0.3 : 0.55;
  if (person >= SUBJECT_REACH && !words.slice(1, person).some((word) => /^\p{Lu}/u.test(word))) worth *= 0.6;
  if (says(IS.either, forms, traitsOf) || (plain.length <= SHORT_WORDS && says(IS.them, forms, traitsOf))) worth *= 0.5;
  return Math.max(0.15, says(IS.pointing, forms, traitsOf, 3) ? worth * 0.85 : worth);
}

function says(
  trait: number,
  forms: ArrayLike<number>,
  traitsOf: Int32Array,
  from = 0,
  to: number = forms.length,
): boolean {
  for (let at = from; at < Math.min(to, forms.length); at += 1) if ((traitsOf[forms[at]] & trait) !== 0) return true;
  return false;
}
