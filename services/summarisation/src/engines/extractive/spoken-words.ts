import type { TranscriptSegment } from '../../transcripts/captions.js';
import { cleanLines } from './clean-transcript.js';
import { PAUSE_EVERY, type Sliced, finished } from '../../work/slices.js';
import { WordForms } from './word-forms.js';

/**
 * Properties of a word at its place, one bit each. `glued`: no space before it. `turn`: a new speaker. `lineStart`: first of its caption line.
 * `pause`: after a silence.
 */
export const WORD = { glued: 1, turn: 2, lineStart: 4, pause: 8 };
const PAUSE_MS = 600;
/** Room for the words of some minutes at first. More would cost a short transcript the memory of a long one. */
const FIRST_ROOM = 2_048;

/**
 * The words of a transcript in order, stored as columns: one object for each of the 60,000 words of some hours would cost more than all processing.
 * `form`: the number in `forms`. `endMs`: the end of the word's share of its line. `marks`: bits of WORD.
 */
export class SpokenWords {
  readonly forms = new WordForms();
  length = 0;
  /** When the last line ends, in ms. */
  durationMs = 0;
  form = new Int32Array(FIRST_ROOM);
  startMs = new Int32Array(FIRST_ROOM);
  endMs = new Int32Array(FIRST_ROOM);
  private marks = new Uint8Array(FIRST_ROOM);

  textAt(at: number): string {
    return this.forms.texts[this.form[at]];
  }

  bareAt(at: number): string {
    return this.forms.bareOf(this.form[at]);
  }

  has(at: number, mark: number): boolean {
    return (this.marks[at] & mark) !== 0;
  }

  texts(): string[] {
    return Array.from(this.form.subarray(0, this.length), (form) => this.forms.texts[form]);
  }

  push(form: number, startMs: number, endMs: number, marks: number): void {
    if (this.length === this.form.length) this.makeRoom();
    const at = this.length++;
    this.form[at] = form;
    this.startMs[at] = startMs;
    this.endMs[at] = endMs;
    this.marks[at] = marks;
  }

  /** Copies word `from` to the place of word `to`. */
  move(from: number, to: number): void {
    this.form[to] = this.form[from];
    this.startMs[to] = this.startMs[from];
    this.endMs[to] = this.endMs[from];
    this.marks[to] = this.marks[from];
  }

  private makeRoom(): void {
    const doubled = (column: Int32Array<ArrayBuffer>) => {
      const wider = new Int32Array(2 * column.length);
      wider.set(column);
      return wider;
    };
    [this.form, this.startMs, this.endMs] = [this.form, this.startMs, this.endMs].map(doubled);
    const marks = new Uint8Array(2 * this.marks.length);
    marks.set(this.marks);
    this.marks = marks;
  }
}

/** Thai, Lao, Myanmar, Khmer, Kana and Han (with its supplementary planes), which are written without spaces. */
export const UNSPACED = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u30ff\u3400-\u9fff\uf900-\ufaff\ud840-\ud888]/;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
/** Full-width punctuation, which includes its own space. */
const WIDE_MARK = /[\u3001-\u3003\u3008-\u3011\u3014-\u301b\uff01-\uff0f\uff1a-\uff1f]/;
const CLOSING_MARKS = /^[,;:.!?…)\]}"'”’»]+$/;
/** Longer "words" are noise (addresses, binary data), and one could fill a summary. */
const MAX_WORD_CHARS = 100;
/** More marks in a row are a drawing, not speech. */
const MAX_MARKS = 4;

/** Properties of a word that do not depend on its place, one bit each. */
const IS = { long: 1, filler: 2, mark: 4, unspaced: 8 };

/**
 * Returns the words of `segments` in order, each with its own time, spread evenly over its line. Fillers such as "um" are removed; their closing
 * mark passes to the word before. Text in scripts without spaces is divided by the Unicode word rules.
 */
export function spokenWords(
  segments: readonly TranscriptSegment[],
  language: string,
  isFiller: (word: string) => boolean,
): SpokenWords {
  return finished(timingWords(segments, language, isFiller));
}

/** Same as spokenWords(), in slices that let other work run. */
export function* timingWords(
  segments: readonly TranscriptSegment[],
  language: string,
  isFiller: (word: string) => boolean,
): Sliced<SpokenWords> {
  const words = new SpokenWords();
  const { forms } = words;
  const kinds: number[] = [];
  const kindOf = (form: number) => (kinds[form] ??= kindOfWord(forms.texts[form], isFiller));
  let heard = 0;
  let lastEndMs = Infinity;
  let turn = false;
  for (const line of cleanLines(segments, forms)) {
    if (!line) {
      yield;
      continue;
    }
    let kindsThere = 0;
    for (let at = 0; at < line.forms.length; at += 1) kindsThere |= kindOf(line.forms[at]);
    // A piece is the number of its form; its complement (below zero) means that it is glued to the piece before.
    const cut = (kindsThere & IS.unspaced) !== 0;
    const pieces = cut ? line.forms.flatMap((form) => cutUnspaced(forms.texts[form], language, forms)) : line.forms;
    const stepMs = Math.max(0, line.endMs - line.startMs) / pieces.length;
    // Marks for the first word of the line that is kept.
    let marks = WORD.lineStart | (line.startMs - lastEndMs >= PAUSE_MS ? WORD.pause : 0);
    turn ||= line.turn;
    // A removed piece leaves its space: the piece after it is not glued to the word before.
    let apart: boolean = false;
    for (let at = 0; at < pieces.length; at += 1) {
      heard += 1;
      if (heard % PAUSE_EVERY.words === 0) yield;
      const glued: boolean = pieces[at] < 0 && !apart;
      const form = pieces[at] < 0 ? ~pieces[at] : pieces[at];
      const kind = kindsThere === 0 ? 0 : kindOf(form);
      const last = words.length - 1;
      apart = !glued;
      if ((kind & IS.long) !== 0) continue;
      if ((kind & IS.filler) !== 0) closeSentence(words, last, forms.texts[form]);
      else if ((kind & IS.mark) !== 0 && last >= 0) {
        if (addMark(words, last, forms.texts[form], glued)) apart = false;
      } else {
        const isJoined = marks !== 0 && last >= 0 && unspacedJoin(words.textAt(last), forms.texts[form]);
        if (glued || isJoined) marks |= WORD.glued;
        // The columns hold 32-bit integers, in which a day in milliseconds fits twenty times.
        const startMs = (line.startMs + at * stepMs) | 0;
        const endMs = (line.startMs + (at + 1) * stepMs) | 0;
        words.push(form, startMs, endMs, turn ? marks | WORD.turn : marks);
        marks = 0;
        turn = false;
        apart = false;
      }
    }
    words.durationMs = Math.max(words.durationMs, line.endMs);
    lastEndMs = line.endMs;
  }
  return words;
}

function kindOfWord(text: string, isFiller: (word: string) => boolean): number {
  return (
    (text.length > MAX_WORD_CHARS ? IS.long : 0) |
    (isFiller(text) ? IS.filler : 0) |
    (isMark(text) ? IS.mark : 0) |
    (isUnspaced(text) ? IS.unspaced : 0)
  );
}

/** The words of a text without times, such as a title. */
export function wordsOfText(text: string, language: string, isFiller: (word: string) => boolean): string[] {
  return spokenWords([{ startMs: 0, durationMs: 0, text }], language, isFiller).texts();
}

/** Scripts without spaces begin at U+0E00 (Thai). Most words have only characters below it, and need no expression. */
function isUnspaced(word: string): boolean {
  for (let at = 0; at < word.length; at += 1) if (word.charCodeAt(at) >= 0x0e00) return UNSPACED.test(word);
  return false;
}

/** Whether no space belongs between two caption lines, because they are one unspaced text. */
function unspacedJoin(before: string, after: string): boolean {
  const last = before.charAt(before.length - 1);
  return isUnspaced(after.charAt(0)) && (isUnspaced(last) || WIDE_MARK.test(last));
}

/** Whether `text` belongs to the word before it: it has no letter or digit, and does not open a quotation. */
function isMark(text: string): boolean {
  const first = text.charCodeAt(0) | 0x20;
  if (first >= 0x61 && first <= 0x7a) return false;
  return !LETTER_OR_DIGIT.test(text) && !/^[\p{Ps}\p{Pi}"']/u.test(text);
}

function isCrowded(word: string, mark: string): boolean {
  // The limit includes accents and invisible signs: thousands of them would otherwise form as many words, each longer than the one before.
  if (word.length + mark.length > MAX_WORD_CHARS) return true;
  return (
    /^[\p{P}\p{S}]+$/u.test(mark) && (mark.length > MAX_MARKS || /^[\p{P}\p{S}\s]{4}$/u.test(word.slice(-MAX_MARKS)))
  );
}

/** Adds `mark` to the last word; returns false when there is no room for it. */
function addMark(words: SpokenWords, last: number, mark: string, glued: boolean): boolean {
  const text = words.textAt(last);
  if (isCrowded(text, mark)) return false;
  words.form[last] = words.forms.numberOf(text + (glued || CLOSING_MARKS.test(mark) ? '' : ' ') + mark);
  return true;
}

function closeSentence(words: SpokenWords, last: number, filler: string): void {
  const mark = /[.!?]$/.exec(filler)?.[0];
  if (mark === undefined || last < 0) return;
  const text = words.textAt(last);
  if (LETTER_OR_DIGIT.test(text.at(-1) ?? '')) words.form[last] = words.forms.numberOf(text + mark);
}

const segmenters = new Map<string, Intl.Segmenter>();

/** Divides `text` into words, by number in `forms`. Words after the first are glued to the one before, and are given as complements. */
function cutUnspaced(text: string, language: string, forms: WordForms): number[] {
  const locale = /^[a-z]{2,3}$/.test(language) ? language : 'und';
  let segmenter = segmenters.get(locale);
  if (!segmenter) segmenters.set(locale, (segmenter = new Intl.Segmenter(locale, { granularity: 'word' })));
  return Array.from(segmenter.segment(text), ({ segment, index }) =>
    index > 0 ? ~forms.numberOf(segment) : forms.numberOf(segment),
  );
}
