import { bareWord } from './bare-word.js';
import { PAUSE_EVERY, type Sliced, finished } from './slices.js';
import type { SpokenWord } from './spoken-words.js';

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
/** "I think I think", "it was in the it was in the". */
const LONGEST_PHRASE = 4;
/** So many marks more or less may stand at a word that is said again ("the—", "the,"). */
const MOST_MARKS = 3;
const SENTENCE_END = /[.!?:;]["'”’)\]]*$/;

/**
 * `words` without stutters ("the the second step"), phrases said again ("it was it was") and words begun anew ("w- we", "th the"): of what is
 * said twice the later one stays, at the moment of the first. Linear in the number of words.
 */
export function withoutStutters(words: readonly SpokenWord[], language: string): SpokenWord[] {
  return finished(mendingStutters(words, language));
}

/** withoutStutters() in slices. */
export function* mendingStutters(words: readonly SpokenWord[], language: string): Sliced<SpokenWord[]> {
  const small = STUTTERED[language];
  if (!small) return [...words];
  const kept: SpokenWord[] = [];
  for (let place = 0; place < words.length; place += 1) {
    const word = words[place];
    if (place % PAUSE_EVERY.words === 0) yield;
    if (language === 'en' && isBegunAnew(kept.at(-1), word, small)) kept.push(following(kept.pop(), word));
    else kept.push(word);
    for (let length = 1; length <= LONGEST_PHRASE; length += 1) {
      const from = kept.length - 2 * length;
      if (from < 0) break;
      if (!saysAgain(kept, from, length) || !isStutter(kept, from, length, small, language)) continue;
      const [first] = kept.splice(from, length);
      kept[from] = following(first, kept[from]);
      break;
    }
  }
  return kept;
}

/** `word` where `first` stood. */
function following(first: SpokenWord | undefined, word: SpokenWord): SpokenWord {
  return first ? { ...first, text: word.text } : word;
}

/** Whether the `length` words from `from` on and those after them are the same, in one sentence of one speaker. */
function saysAgain(words: readonly SpokenWord[], from: number, length: number): boolean {
  for (let at = from; at < from + length; at += 1)
    if (!mayBeSame(words[at].text, words[at + length].text)) return false;
  for (let at = from; at < from + length; at += 1) {
    const again = words[at + length];
    if (again.turn || again.glued || SENTENCE_END.test(words[at].text)) return false;
    if (bareWord(words[at].text) !== bareWord(again.text)) return false;
  }
  return true;
}

function isStutter(
  words: readonly SpokenWord[],
  from: number,
  length: number,
  small: ReadonlySet<string>,
  language: string,
): boolean {
  const before = from > 0 ? words[from - 1] : undefined;
  if (length === 1) {
    const word = bareWord(words[from].text);
    if (small.has(word)) return true;
    if (language !== 'en' || !IN_TWO_ROLES.has(word)) return false;
    return !before || words[from].turn || /\P{L}$/u.test(before.text) || CLAUSE_OPENERS.has(before.text.toLowerCase());
  }
  if (language !== 'en') return false;
  const phrase = words.slice(from, from + length).map(({ text }) => bareWord(text));
  // "Day by day by day", "again and again and again": meant so.
  if ((before && bareWord(before.text) === phrase.at(-1)) || JOINING.has(phrase[length - 1])) return false;
  return phrase.some((word) => small.has(word) || IN_TWO_ROLES.has(word)) && !phrase.some((word) => /\d/.test(word));
}

function isBegunAnew(begun: SpokenWord | undefined, word: SpokenWord, small: ReadonlySet<string>): boolean {
  if (!begun || word.turn || word.glued || (begun.text.charCodeAt(0) | 0x20) !== (word.text.charCodeAt(0) | 0x20))
    return false;
  const cutOff = /^(\p{L}{1,12}) ?[-–—]+,?$/u.exec(begun.text)?.[1].toLowerCase();
  const whole = bareWord(word.text);
  if (cutOff !== undefined) return whole.startsWith(cutOff);
  const piece = begun.text;
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

/** Whether English `words` still say one twice in a row that seldom is on purpose: what cannot be mended surely is better not shown. */
export function stumbles(words: readonly string[]): boolean {
  for (let at = 1; at < words.length; at += 1) {
    if (!mayBeSame(words[at], words[at - 1]) || SENTENCE_END.test(words[at - 1])) continue;
    const word = bareWord(words[at]);
    if (word !== bareWord(words[at - 1]) || ON_PURPOSE.has(word) || /^\d/.test(word)) continue;
    // "Duran Duran", "B B C".
    const isName = /^\p{Lu}/u.test(words[at]) && /^\p{Lu}/u.test(words[at - 1]) && word !== 'i';
    if (!isName && word !== '') return true;
  }
  return false;
}

/** Whether two words may be the same but for their marks: all but a few pairs are told apart by this alone. */
function mayBeSame(a: string, b: string): boolean {
  return Math.abs(a.length - b.length) <= MOST_MARKS && (a.charCodeAt(0) | 0x20) === (b.charCodeAt(0) | 0x20);
}
