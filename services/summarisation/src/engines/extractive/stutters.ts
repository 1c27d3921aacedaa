import type { SaidWords } from './bare-word.js';
import { PAUSE_EVERY, type Sliced, finished } from '../../work/slices.js';
import { type SpokenWords, WORD } from './spoken-words.js';
import { WordForms } from './word-forms.js';

/**
 * Small words that nobody repeats on purpose, by language. A closed list, because "had had", "very very" and the reduplications of many languages
 * have a meaning.
 */
const STUTTERED: Record<string, ReadonlySet<string>> = {
  en: new Set(
    (
      "a an the i we he she they my your our his their its and or but if to of at by for from with into about because when where how why what which as then than like i'm " +
      "we're they're it's that's there's you're he's she's what's i've we've don't can't wouldn't couldn't would could should did does not just gonna we'll i'll you'll " +
      "they'll some any also um uh me us them"
    ).split(' '),
  ),
  de: new Set('ich wir er und oder aber ein eine einen mit von für'.split(' ')),
  es: new Set('yo el los un una unos y o en de del con para por pero'.split(' ')),
};
/**
 * English words that may be said twice in two roles, as in "I told you you can". They are a stutter only where a clause begins, or three times in a
 * row.
 */
const IN_TWO_ROLES = new Set('you it in on up is was are were have do this there who be will'.split(' '));
const CLAUSE_OPENERS = new Set('and but so or if when because then that as well okay yeah'.split(' '));
/** Words between two equal ones: "day by day", "again and again". */
const JOINING = new Set('and by after upon or'.split(' '));
/** Beginnings of an interrupted word ("th the"); none of them is an English word. */
const FRAGMENTS = new Set('th wh sh ch st tr pr sp sw sl br cr fl gr thr'.split(' '));
const LONGEST_FRAGMENT = 3;
/** In words: "I think I think", "it was in the it was in the". */
const LONGEST_PHRASE = 4;
/** The spellings of a repeated word ("the—", "the,") may differ by this many marks. */
const MOST_MARKS = 3;
const SENTENCE_END = /[.!?:;]["'”’)\]]*$/;

/**
 * Removes from `words` stutters ("the the second step"), repeated phrases ("it was it was") and interrupted words ("w- we", "th the"). Of two
 * copies the later stays, and begins at the time of the first. Linear in the number of words.
 */
export function mendStutters(words: SpokenWords, language: string): void {
  finished(mendingStutters(words, language));
}

/** Same as mendStutters(), in slices that let other work run. */
export function* mendingStutters(words: SpokenWords, language: string): Sliced<void> {
  const small = STUTTERED[language];
  if (!small) return;
  const { form, forms } = words;
  // Equal numbers mean equal words apart from their marks.
  const bares = new WordForms();
  const bareOf = yield* forms.judged((_, form) => bares.numberOf(forms.bareOf(form)));
  const isPiece = yield* forms.judged((text) => Number(language === 'en' && mayBePiece(text)));
  let kept = 0;
  for (let place = 0; place < words.length; place += 1) {
    if (place % PAUSE_EVERY.words === 0) yield;
    const begun = kept - 1;
    if (kept > 0 && isPiece[form[begun]] === 1 && isBegunAnew(words, begun, place, small)) form[begun] = form[place];
    else {
      if (kept !== place) words.move(place, kept);
      kept += 1;
    }
    const last = bareOf[form[kept - 1]];
    for (let length = 1; length <= LONGEST_PHRASE; length += 1) {
      const from = kept - 2 * length;
      if (from < 0) break;
      if (bareOf[form[kept - 1 - length]] !== last) continue;
      if (!saysAgain(words, bareOf, from, length) || !isStutter(words, from, length, small, language)) continue;
      // The later words take the places of the first ones, and the first of them its time.
      form[from] = form[from + length];
      for (let at = from + length + 1; at < kept; at += 1) words.move(at, at - length);
      kept -= length;
      break;
    }
  }
  words.length = kept;
}

/** Whether the `length` words from `from` on equal those after them, in one sentence of one speaker. */
function saysAgain(words: SpokenWords, bareOf: Int32Array, from: number, length: number): boolean {
  for (let at = from; at < from + length; at += 1)
    if (bareOf[words.form[at]] !== bareOf[words.form[at + length]]) return false;
  for (let at = from; at < from + length; at += 1) {
    // The first copy may begin a turn, but no turn may begin within it: two speakers said it then.
    if (at > from && words.has(at, WORD.turn)) return false;
    if (words.has(at + length, WORD.turn | WORD.glued) || SENTENCE_END.test(words.textAt(at))) return false;
    if (!mayBeSame(words.textAt(at), words.textAt(at + length))) return false;
  }
  return true;
}

function isStutter(
  words: SpokenWords,
  from: number,
  length: number,
  small: ReadonlySet<string>,
  language: string,
): boolean {
  if (length === 1) {
    const word = words.bareAt(from);
    if (small.has(word)) return true;
    if (language !== 'en' || !IN_TWO_ROLES.has(word)) return false;
    if (from === 0 || words.has(from, WORD.turn)) return true;
    const before = words.textAt(from - 1);
    return /\P{L}$/u.test(before) || CLAUSE_OPENERS.has(before.toLowerCase());
  }
  if (language !== 'en') return false;
  const phrase = Array.from({ length }, (_, at) => words.bareAt(from + at));
  // "Day by day by day", "again and again and again" are said on purpose.
  if ((from > 0 && words.bareAt(from - 1) === phrase.at(-1)) || JOINING.has(phrase[length - 1])) return false;
  return phrase.some((word) => small.has(word) || IN_TWO_ROLES.has(word)) && !phrase.some((word) => /\d/.test(word));
}

/** A quick test whether a word may be the beginning of an interrupted one: hardly any is. */
function mayBePiece(text: string): boolean {
  return (
    text.length === 1 || (text.length <= LONGEST_FRAGMENT && FRAGMENTS.has(text)) || /[-–—],?$/.test(text.slice(-2))
  );
}

/** Whether word `at` is the whole word of which the word before it is the beginning. */
function isBegunAnew(words: SpokenWords, begun: number, at: number, small: ReadonlySet<string>): boolean {
  const piece = words.textAt(begun);
  if ((piece.charCodeAt(0) | 0x20) !== (words.textAt(at).charCodeAt(0) | 0x20)) return false;
  if (words.has(at, WORD.turn | WORD.glued)) return false;
  const cutOff = /^(\p{L}{1,12}) ?[-–—]+,?$/u.exec(piece)?.[1].toLowerCase();
  const whole = words.bareAt(at);
  if (cutOff !== undefined) return whole.startsWith(cutOff);
  if (piece.length > 3 || piece !== piece.toLowerCase() || !whole.startsWith(piece) || whole === piece) return false;
  return FRAGMENTS.has(piece) || (piece.length === 1 && !'ai'.includes(piece) && small.has(whole));
}

/** English words that are said twice for emphasis, or in two roles. */
const ON_PURPOSE = new Set(
  (
    'had that very really so no yes yeah yep far many much long more again bye blah now never too way big little old well is knock hear ha zero one two three four ' +
    'five six seven eight nine ten hundred same'
  ).split(' '),
);

/** Whether a word is still said twice in a row that is seldom repeated on purpose. What cannot be mended safely should not be shown. English only. */
export function stumbles({ words, plain }: SaidWords): boolean {
  for (let at = 1; at < words.length; at += 1) {
    const word = plain[at];
    if (word !== plain[at - 1] || !mayBeSame(words[at], words[at - 1]) || SENTENCE_END.test(words[at - 1])) continue;
    if (ON_PURPOSE.has(word) || /^\d/.test(word)) continue;
    // "Duran Duran", "B B C".
    const isName = /^\p{Lu}/u.test(words[at]) && /^\p{Lu}/u.test(words[at - 1]) && word !== 'i';
    if (!isName && word !== '') return true;
  }
  return false;
}

/** Whether two words that are equal apart from their marks have nearly as many marks, and the same before them. */
function mayBeSame(a: string, b: string): boolean {
  return Math.abs(a.length - b.length) <= MOST_MARKS && (a.charCodeAt(0) | 0x20) === (b.charCodeAt(0) | 0x20);
}
