import { TYPE_ARGUMENTS } from '../../transcripts/code-in-captions.js';
import type { TranscriptSegment } from '../../transcripts/captions.js';
import { PAUSE_EVERY, type Sliced, finished } from './slices.js';

/** A line with something said in it, in the order of the video. `turn`: a new speaker starts here. */
export interface CleanLine {
  startMs: number;
  endMs: number;
  words: string[];
  turn: boolean;
}

const SOUND_NOTE =
  /\[[^[\]]{0,60}\]|[♪♫]+|\((?:music|applause|laughter|laughs|laughing|cheering|inaudible|silence|coughs|sighs)[^)]{0,30}\)/gi;
const MARKUP = new RegExp(`<(?!${TYPE_ARGUMENTS})/?[a-z][^<>]{0,200}>`, 'gi');
/** NUL cannot be stored in Postgres; the direction overrides could make a sentence read as another one. */
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff\ufffd]/g;
/** Nearly every line is free of all of these; only the others pay for the expressions above. */
const SUSPECT =
  /[\u0000-\u001f\u007f-\u00a0\u2000-\u200f\u2028-\u202e\u205f-\u2069\u3000\ud800-\udfff\ufeff\ufffd<>[(♪♫&]|^\s*[-–—]\s/;
const TURN = />>+|&gt;&gt;|^\s*[-–—]\s/g;
/** A line that repeats at least this many of the words just said is a rolling caption, not a speaker. */
const MIN_REPEATED_WORDS = 3;
const MAX_REPEATED_WORDS = 40;

/** Three days of speech. What hostile captions hold beyond that stays unread: each step after this one pays for every word. */
const MAX_CHARS = 4_000_000;
const MAX_WORDS = 500_000;

/**
 * The lines of `segments` with something said in them, sorted, clipped so that no line reaches into the next. Sound notes, markup, turn
 * marks and the repeated halves of rolling captions are taken out: a summary holds only what is said.
 */
export function cleanTranscript(segments: readonly TranscriptSegment[]): CleanLine[] {
  return finished(cleaning(segments));
}

/** cleanTranscript() in slices. */
export function* cleaning(segments: readonly TranscriptSegment[]): Sliced<CleanLine[]> {
  const sorted = [...segments].sort((a, b) => timeOf(a.startMs) - timeOf(b.startMs));
  const lines: CleanLine[] = [];
  // The last words that were said: no more of them can be repeated.
  let said: string[] = [];
  let count = 0;
  let leftChars = MAX_CHARS;
  for (const segment of sorted) {
    if (leftChars <= 0 || count >= MAX_WORDS) break;
    const text = segment.text.slice(0, leftChars);
    leftChars -= text.length + 1;
    const suspect = SUSPECT.test(text);
    let words = wordsOf(text, suspect);
    if (words.length > MAX_WORDS - count) words = words.slice(0, MAX_WORDS - count);
    const repeated = repeatedWords(said, words);
    const fresh = repeated === 0 ? words : words.slice(repeated);
    if (fresh.length === 0) continue;
    const startMs = timeOf(segment.startMs);
    const last = lines.at(-1);
    if (last) last.endMs = Math.min(last.endMs, startMs);
    lines.push({
      startMs,
      endMs: startMs + timeOf(segment.durationMs),
      words: fresh,
      turn: suspect && text.search(TURN) >= 0,
    });
    if (Math.floor((count + fresh.length) / PAUSE_EVERY.words) > Math.floor(count / PAUSE_EVERY.words)) yield;
    count += fresh.length;
    if (said.length > 10 * MAX_REPEATED_WORDS) said = said.slice(-MAX_REPEATED_WORDS);
    for (let at = Math.max(0, fresh.length - MAX_REPEATED_WORDS); at < fresh.length; at += 1) said.push(fresh[at]);
  }
  return lines;
}

/** A day is longer than any video; a time outside it is a fault of the source. */
function timeOf(ms: number): number {
  return Number.isFinite(ms) ? Math.min(Math.max(Math.trunc(ms), 0), 86_400_000) : 0;
}

function wordsOf(text: string, suspect: boolean): string[] {
  if (!suspect) {
    const words = text.split(' ');
    return words.includes('') ? words.filter((word) => word !== '') : words;
  }
  const plain = text
    .toWellFormed()
    .replace(/\s+/g, ' ')
    .replace(UNSAFE, '')
    .replace(MARKUP, ' ')
    .replace(SOUND_NOTE, ' ');
  return plain
    .replace(TURN, ' ')
    .split(/\s+/)
    .filter((word) => word !== '');
}

/** How many of the first `words` are the very last ones of `said`. */
function repeatedWords(said: readonly string[], words: readonly string[]): number {
  for (let count = Math.min(said.length, words.length, MAX_REPEATED_WORDS); count >= MIN_REPEATED_WORDS; count -= 1) {
    const from = said.length - count;
    let same = 0;
    while (same < count && said[from + same] === words[same]) same += 1;
    if (same === count) return count;
  }
  return 0;
}

/** `endMs`: where its share of the line ends. `glued`: no space before it. `pauseMs`: silence before it. `turn`: a new speaker. `lineStart`: first of its caption line. */
export interface SpokenWord {
  text: string;
  startMs: number;
  endMs: number;
  glued: boolean;
  pauseMs: number;
  turn: boolean;
  lineStart: boolean;
}

/** What is known of every use of a word, judged once. The same `text` object stands for all uses, which later look-ups know at a glance. */
interface WordForm {
  text: string;
  isLong: boolean;
  isFiller: boolean;
  isMark: boolean;
}

/** Only hostile captions have more different words. */
const MAX_REMEMBERED_FORMS = 50_000;

/** Thai, Lao, Myanmar, Khmer, Kana, Han (with its supplementary planes): written without spaces. */
const UNSPACED = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u30ff\u3400-\u9fff\uf900-\ufaff\ud840-\ud888]/;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
const CLOSING_MARKS = /^[,;:.!?…)\]}"'”’»]+$/;
/** Marks a word that follows without a space. A control character: cleaning leaves none in a transcript. */
const GLUE = '\u0001';
/** Longer "words" are noise (addresses, binary), and one could fill a summary. */
const MAX_WORD_CHARS = 100;
/** So many marks in a row are a drawing, not speech. */
const MAX_MARKS = 4;

/**
 * The words of `lines`, in order, each with a time of its own, spread evenly over its line. Fillers such as "um" are left out, their closing
 * mark passes to the word before. Scripts that write no spaces are cut into words by the Unicode word rules.
 */
export function spokenWords(
  lines: readonly CleanLine[],
  language: string,
  isFiller: (word: string) => boolean,
): SpokenWord[] {
  return finished(timingWords(lines, language, isFiller));
}

/** spokenWords() in slices. */
export function* timingWords(
  lines: readonly CleanLine[],
  language: string,
  isFiller: (word: string) => boolean,
): Sliced<SpokenWord[]> {
  const words: SpokenWord[] = [];
  const known = new Map<string, WordForm>();
  const formOf = (text: string): WordForm => {
    let form = known.get(text);
    if (form === undefined) {
      form = { text, isLong: text.length > MAX_WORD_CHARS, isFiller: isFiller(text), isMark: isMark(text) };
      if (known.size < MAX_REMEMBERED_FORMS) known.set(text, form);
    }
    return form;
  };
  let lastEndMs = lines[0]?.startMs ?? 0;
  let turn = false;
  for (const line of lines) {
    const pieces = line.words.some(isUnspaced) ? line.words.flatMap((word) => cutUnspaced(word, language)) : line.words;
    const stepMs = Math.max(0, line.endMs - line.startMs) / pieces.length;
    let pauseMs = line.startMs - lastEndMs;
    let lineStart = true;
    turn ||= line.turn;
    for (let at = 0; at < pieces.length; at += 1) {
      const glued = pieces[at].startsWith(GLUE);
      const form = formOf(glued ? pieces[at].slice(GLUE.length) : pieces[at]);
      const { text } = form;
      const last = words.at(-1);
      if (form.isLong) continue;
      if (form.isFiller) closeSentence(last, text);
      else if (last && form.isMark)
        last.text += isCrowded(last.text, text) ? '' : (glued || CLOSING_MARKS.test(text) ? '' : ' ') + text;
      else {
        const follows = glued || (lineStart && last !== undefined && unspacedJoin(last.text, text));
        // As 32-bit integers they are kept in the word itself; a day of milliseconds has room twenty times.
        const startMs = (line.startMs + at * stepMs) | 0;
        const endMs = (line.startMs + (at + 1) * stepMs) | 0;
        words.push({ text, startMs, endMs, glued: follows, pauseMs, turn, lineStart });
        if (words.length % PAUSE_EVERY.words === 0) yield;
        pauseMs = 0;
        turn = lineStart = false;
      }
    }
    lastEndMs = line.endMs;
  }
  return words;
}

/** The words of a text without times, such as a title. */
export function wordsOfText(text: string, language: string, isFiller: (word: string) => boolean): string[] {
  return spokenWords(cleanTranscript([{ startMs: 0, durationMs: 0, text }]), language, isFiller).map(
    (word) => word.text,
  );
}

/** No letter below Thai is written without spaces: most words are spared the expression. */
function isUnspaced(word: string): boolean {
  for (let at = 0; at < word.length; at += 1) if (word.charCodeAt(at) >= 0x0e00) return UNSPACED.test(word);
  return false;
}

/** A caption line that breaks inside unspaced text is not a space either. */
function unspacedJoin(before: string, after: string): boolean {
  return isUnspaced(after.charAt(0)) && isUnspaced(before.charAt(before.length - 1));
}

/** Whether `text` belongs to the word before it: no letter or digit in it, and nothing that opens a quotation. */
function isMark(text: string): boolean {
  const first = text.charCodeAt(0) | 0x20;
  if (first >= 0x61 && first <= 0x7a) return false;
  return !LETTER_OR_DIGIT.test(text) && !/^[\p{Ps}\p{Pi}"']/u.test(text);
}

function isCrowded(word: string, mark: string): boolean {
  return (
    /^[\p{P}\p{S}]+$/u.test(mark) && (mark.length > MAX_MARKS || /^[\p{P}\p{S}\s]{4}$/u.test(word.slice(-MAX_MARKS)))
  );
}

function closeSentence(last: SpokenWord | undefined, filler: string): void {
  const mark = /[.!?]$/.exec(filler)?.[0];
  if (last && mark && LETTER_OR_DIGIT.test(last.text.at(-1) ?? '')) last.text += mark;
}

const segmenters = new Map<string, Intl.Segmenter>();

/** The words in `text`; those after the first are marked as glued to the one before. */
function cutUnspaced(text: string, language: string): string[] {
  const locale = /^[a-z]{2,3}$/.test(language) ? language : 'und';
  let segmenter = segmenters.get(locale);
  if (!segmenter) segmenters.set(locale, (segmenter = new Intl.Segmenter(locale, { granularity: 'word' })));
  return Array.from(segmenter.segment(text), ({ segment, index }) => (index > 0 ? GLUE + segment : segment));
}
