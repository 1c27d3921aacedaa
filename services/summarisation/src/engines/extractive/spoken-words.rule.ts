/**
 * Rule (decision 23): every sentence of a summary carries the moment it was said, so each word gets a time of its own,
 * spread evenly over its caption line. Scripts that write no spaces are cut into words by the Unicode word rules.
 */
import type { CleanLine } from './transcript-cleaning.rule.js';

/** `glued`: no space before it. `pauseMs`: silence before it. `turn`: a new speaker. `lineStart`: first of its caption line. */
export interface SpokenWord {
  text: string;
  startMs: number;
  glued: boolean;
  pauseMs: number;
  turn: boolean;
  lineStart: boolean;
}

/** Thai, Lao, Myanmar, Khmer, Kana, Han (with its supplementary planes): written without spaces. */
const UNSPACED = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u30ff\u3400-\u9fff\uf900-\ufaff\ud840-\ud888]/;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
const CLOSING_MARKS = /^[,;:.!?…)\]}"'”’»]+$/;
/** Marks a word that follows without a space. A control character: cleaning leaves none in a transcript. */
const GLUE = '\u0001';
/** Longer "words" are noise (addresses, binary): nobody says them, and one could fill a summary. */
const MAX_WORD_CHARS = 100;
/** So many marks in a row are a drawing, not speech. */
const MAX_MARKS = 4;

/** The words of `lines`, in order; fillers such as "um" are left out, their closing mark passes to the word before. */
export function spokenWords(
  lines: readonly CleanLine[],
  language: string,
  isFiller: (word: string) => boolean,
): SpokenWord[] {
  const words: SpokenWord[] = [];
  let lastEndMs = lines[0]?.startMs ?? 0;
  let turn = false;
  for (const line of lines) {
    const pieces = line.words.some((word) => UNSPACED.test(word))
      ? line.words.flatMap((word) => cutUnspaced(word, language))
      : line.words;
    const stepMs = Math.max(0, line.endMs - line.startMs) / pieces.length;
    let pauseMs = line.startMs - lastEndMs;
    let lineStart = true;
    turn ||= line.turn;
    for (let at = 0; at < pieces.length; at += 1) {
      const glued = pieces[at].startsWith(GLUE);
      const text = glued ? pieces[at].slice(GLUE.length) : pieces[at];
      const last = words.at(-1);
      if (text.length > MAX_WORD_CHARS) continue;
      if (isFiller(text)) closeSentence(last, text);
      else if (last && isMark(text))
        last.text += isCrowded(last.text, text) ? '' : (glued || CLOSING_MARKS.test(text) ? '' : ' ') + text;
      else {
        const follows = glued || (lineStart && last !== undefined && unspacedJoin(last.text, text));
        words.push({ text, startMs: Math.trunc(line.startMs + at * stepMs), glued: follows, pauseMs, turn, lineStart });
        pauseMs = 0;
        turn = lineStart = false;
      }
    }
    lastEndMs = line.endMs;
  }
  return words;
}

/** A caption line that breaks inside unspaced text is not a space either. */
function unspacedJoin(before: string, after: string): boolean {
  return UNSPACED.test(after.charAt(0)) && UNSPACED.test(before.charAt(before.length - 1));
}

/** Whether `text` belongs to the word before it: no letter or digit in it, and nothing that opens a quotation. */
function isMark(text: string): boolean {
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
