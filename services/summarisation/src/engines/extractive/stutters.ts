import type { SaidWords } from './bare-word.js';
import { PAUSE_EVERY, type Sliced, finished } from '../../work/slices.js';
import { type SpokenWords, WORD } from './spoken-words.js';
import { WordForms } from './word-forms.js';

/**
 * Small words that nobody says twice on purpose, by language: a closed list, since "had had", "very very" and the reduplications of many
 * languages mean something.
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
/** "I told you you can": said twice in two roles, so a stutter only where a clause begins, or three times in a row. English. */
const IN_TWO_ROLES = new Set('you it in on up is was are were have do this there who be will'.split(' '));
const CLAUSE_OPENERS = new Set('and but so or if when because then that as well okay yeah'.split(' '));
/** Between two of the same: "day by day", "again and again". */
const JOINING = new Set('and by after upon or'.split(' '));
/** Of a word begun anew ("th the"); English words are none of them. */
const FRAGMENTS = new Set('th wh sh ch st tr pr sp sw sl br cr fl gr thr'.split(' '));
const LONGEST_FRAGMENT = 3;
/** "I think I think", "it was in the it was in the". */
const LONGEST_PHRASE = 4;
/** So many marks more or less may stand at a word that is said again ("the—", "the,"). */
const MOST_MARKS = 3;
const SENTENCE_END = /[.!?:;]["'”’)\]]*$/;

/**
 * Takes out of `words` the stutters ("the the second step"), phrases said again ("it was it was") and words begun anew ("w- we", "th the"): of what
 * is said twice the later one stays, at the moment of the first. Linear in the number of words.
 */
export function mendStutters(words: SpokenWords, language: string): void {
  finished(mendingStutters(words, language));
}

/** mendStutters() in slices. */
export function* mendingStutters(words: SpokenWords, language: string): Sliced<void> {
  const small = STUTTERED[language];
  if (!small) return;
  const { form, forms } = words;
  // Equal numbers: the same word but for its marks.
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
      // The later words stand where the first ones did, the first of them at its moment.
      form[from] = form[from + length];
      for (let at = from + length + 1; at < kept; at += 1) words.move(at, at - length);
      kept -= length;
      break;
    }
  }
  words.length = kept;
}

/** Whether the `length` words from `from` on and those after them are the same, in one sentence of one speaker. */
function saysAgain(words: SpokenWords, bareOf: Int32Array, from: number, length: number): boolean {
  for (let at = from; at < from + length; at += 1)
    if (bareOf[words.form[at]] !== bareOf[words.form[at + length]]) return false;
  for (let at = from; at < from + length; at += 1) {
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
  // "Day by day by day", "again and again and again": meant so.
  if ((from > 0 && words.bareAt(from - 1) === phrase.at(-1)) || JOINING.has(phrase[length - 1])) return false;
  return phrase.some((word) => small.has(word) || IN_TWO_ROLES.has(word)) && !phrase.some((word) => /\d/.test(word));
}

/** Whether a word may be the beginning of one that is said anew: nearly none may. */
function mayBePiece(text: string): boolean {
  return (
    text.length === 1 || (text.length <= LONGEST_FRAGMENT && FRAGMENTS.has(text)) || /[-–—],?$/.test(text.slice(-2))
  );
}

/** Whether word `at` says the whole of which the word before it is a piece. */
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

/** English words that are said twice to mean more, or in two roles. */
const ON_PURPOSE = new Set(
  (
    'had that very really so no yes yeah yep far many much long more again bye blah now never too way big little old well is knock hear ha zero one two three four ' +
    'five six seven eight nine ten hundred same'
  ).split(' '),
);

/** Whether English words still say one twice in a row that seldom is on purpose: what cannot be mended surely is better not shown. */
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

/** Whether two words that are the same but for their marks have nearly as many of them, and the same before them. */
function mayBeSame(a: string, b: string): boolean {
  return Math.abs(a.length - b.length) <= MOST_MARKS && (a.charCodeAt(0) | 0x20) === (b.charCodeAt(0) | 0x20);
}
