import { bareWord } from './bare-word.js';
import { LEAD_INS } from './sentences.js';
import type { Lexicon } from './terms.js';
import type { Unit } from './units.js';

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
/** A sentence with one of these is a greeting or a farewell. */
const COURTESIES = new Set(['thank', 'thanks', 'welcome', 'subscribe', 'subscribed', 'goodbye']);
const LEAST = 0.02;

/** Per unit: how fit it is to be shown, and which share of its words are numbers. */
export interface Qualities {
  quality: Float64Array;
  numbers: Float64Array;
}

/**
 * From 1 down to 0.02 for each unit: whole, plain sentences count most; lists of numbers, questions, run-on speech and pieces cut out of the
 * middle of a thought count less. In a language whose words of grammar are not known only the form counts.
 */
export function qualities(units: readonly Unit[], lexicon: Lexicon): Qualities {
  // Hours of speech say each word many times: each different word is judged once.
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
  for (let at = 0; at < kinds.length; at += 1) if (kinds[at][trait]) found += 1;
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

/** Whether `word`, in lower case without marks, is a number in digits or in English. */
export function isNumber(word: string): boolean {
  return (
    /^\d/.test(word) ||
    NUMBER_WORDS.has(word) ||
    (word.includes('-') && word.split('-').every((part) => NUMBER_WORDS.has(part)))
  );
}

/** After a colon ("the story of one question: what time is it?") a question is part of a statement. */
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

const DEMONSTRATIVES = new Set('this that these those such'.split(' '));
const PRONOUNS = new Set(
  "it its it's it'll it'd he he's he'd he'll she she's she'd they they're they'd they've him her his them their theirs that's here here's both neither other others another same latter former".split(
    ' ',
  ),
);
/** A clause that waits for its main one, or asks. */
const LEANING = new Set('because or nor which whose than until except'.split(' '));
const ASIDES = new Set(
  "let let's thank thanks welcome hello hi subscribe sorry please imagine think remember".split(' '),
);
/** "Namely, ...", "for example ...": the sentence before is needed. Lead-ins that are simply left off are in sentences.ts. */
const TIES = new Set(
  (
    'namely|moreover|furthermore|additionally|otherwise|instead|likewise|similarly|consequently|nevertheless|nonetheless|hence|plus|meanwhile|except|especially|' +
    'including|for example|for instance|in addition|in other|after that|before that|at that|that way|related to|in contrast|in particular|as well|' +
    'even so|same thing|same with|another one|the latter|the former'
  ).split('|'),
);
/** "As the day progresses, they ...": a clause or place first, then a pronoun that nothing before it explains. */
const FRONTED = new Set('as when while if after before once since in on at for with during by from until'.split(' '));
const FRONTED_WORDS = 14;

function pronounAfterComma(words: readonly string[], plain: readonly string[]): boolean {
  for (let at = 2; at < Math.min(FRONTED_WORDS, words.length - 1); at += 1)
    if (words[at].endsWith(',')) return PRONOUNS.has(plain[at + 1]) && plain[at + 1] !== 'here';
  return false;
}

/** How far into a sentence a pronoun is taken for its subject, a person's further than a thing's. */
const SUBJECT_REACH = 4;
const PERSON_REACH = 7;
const PERSONS = new Set('he she his him her'.split(' '));
/** In a sentence as short as this "them" was named before it. */
const SHORT_WORDS = 14;

/**
 * From 1, understood by itself, down to 0.15, about an unnamed "this" or "he": a summary shows a sentence far from what was said before it.
 * `plain` are its `words` in lower case without marks. English only.
 */
export function standing(
  words: readonly string[],
  plain: readonly string[],
  language: string,
  isStopword: (word: string) => boolean,
): number {
  if (language !== 'en') return 1;
  const first = plain.slice(0, PERSON_REACH);
  let worth =
    LEANING.has(first[0]) || LEAD_INS.has(first[0])
      ? 0.4
      : ASIDES.has(first[0])
        ? 0.35
        : first[0] === 'i' || first[0].startsWith("i'")
          ? 0.8
          : 1;
  if (DEMONSTRATIVES.has(first[0]) || PRONOUNS.has(first[0])) return Math.min(worth, 0.2);
  const isAside = /^(?:al)?though$/.test(first[0]) && words[0].endsWith(',');
  if (isAside || TIES.has(first[0]) || TIES.has(`${first[0]} ${first[1]}`)) return Math.min(worth, 0.25);
  if (FRONTED.has(first[0]) && pronounAfterComma(words, plain)) worth *= 0.4;
  if (
    first.slice(1, 2).some((word) => DEMONSTRATIVES.has(word)) ||
    first.slice(1, 3).some((word) => word !== 'that' && DEMONSTRATIVES.has(word))
  )
    worth *= 0.25;
  const content = first.findIndex((word) => !isStopword(word) && !PRONOUNS.has(word));
  const pronoun = first.findIndex((word) => PRONOUNS.has(word) && word !== 'here');
  if (pronoun > 0 && pronoun < SUBJECT_REACH) worth *= content < 0 || pronoun < content ? 0.3 : 0.55;
  const person = first.findIndex((word) => PERSONS.has(word));
  if (person >= SUBJECT_REACH && !words.slice(1, person).some((word) => /^\p{Lu}/u.test(word))) worth *= 0.6;
  if (plain.includes('either') || plain.includes('neither') || (plain.length <= SHORT_WORDS && plain.includes('them')))
    worth *= 0.5;
  return Math.max(
    0.15,
    plain.some((word, at) => at > 2 && word !== 'that' && DEMONSTRATIVES.has(word)) ? worth * 0.85 : worth,
  );
}
