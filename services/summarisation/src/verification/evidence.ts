import type { CitedSentence, VideoSpan } from '../engines/summary-engine.js';
import type { CleanLine } from '../engines/extractive/clean-transcript.js';
import { wordsOf } from './words.js';

/**
 * The span that a sentence cites, the text of its lines, and the text of some seconds `before` and `after` them. A newline marks where another
 * speaker begins.
 */
export interface Evidence extends VideoSpan {
  before: string;
  text: string;
  after: string;
}

/** Tolerance: captions lag behind speech, and a sentence may begin in the middle of a line. */
const WITHIN_MS = 2_500;
const AROUND_MS = 10_000;
const MAX_CHARS = 1_000;
/** For all sentences together, so that the stored evidence of a result stays under 200 kB: a letter takes at most 3 bytes. */
const MAX_CHARS_IN_ALL = 60_000;
/**
 * Longer "words" are addresses, noise, or paragraphs of a script without spaces. They are searched in
 * pieces, between which no number and no Latin word is cut.
 */
const MAX_WORD_CHARS = 100;
const PIECES = /(?:\d[\d.,:]{0,15}|\p{sc=Latn}{1,16}|.){1,25}/gsu;
const TURN = '\n';
/** The assumed duration of a sentence when its engine names no end. */
const MS_PER_WORD = 500;
const MIN_SPAN_MS = 5_000;

/** The evidence of each of `sentences`. `lines` are in order of time, and none reaches into the next. */
export function evidenceOf(sentences: readonly CitedSentence[], lines: readonly CleanLine[]): Evidence[] {
  const maxChars = Math.min(MAX_CHARS, Math.floor(MAX_CHARS_IN_ALL / Math.max(1, sentences.length)));
  return sentences.map((sentence) => {
    const span = spanOf(sentence);
    return { ...span, ...saidAround(span, sentence.text, lines, maxChars) };
  });
}

function spanOf({ startMs, endMs, text }: CitedSentence): VideoSpan {
  const usualMs = Math.max(MIN_SPAN_MS, wordsOf(text).length * MS_PER_WORD);
  return { startMs, endMs: endMs !== undefined && endMs >= startMs ? endMs : startMs + usualMs };
}

function saidAround(
  { startMs, endMs }: VideoSpan,
  text: string,
  lines: readonly CleanLine[],
  maxChars: number,
): Omit<Evidence, keyof VideoSpan> {
  const [before, within, after]: string[][] = [[], [], []];
  if (!(startMs >= 0)) return { before: '', text: '', after: '' };
  for (let at = firstEndingAt(startMs - AROUND_MS, lines); at < lines.length; at += 1) {
    const line = lines[at];
    if (line.startMs > endMs + AROUND_MS) break;
    const part = line.endMs < startMs - WITHIN_MS ? before : line.startMs > endMs + WITHIN_MS ? after : within;
    line.words.forEach((word, nr) => part.push(nr === 0 && line.turn ? `${TURN}${word}` : word));
  }
  const said = [before, within, after].map(textOf);
  const chars = said.reduce((sum, part) => sum + part.length + 1, 0);
  if (chars > maxChars)
    return { before: '', text: densest([...before, ...within, ...after].flatMap(piecesOf), text, maxChars), after: '' };
  return { before: said[0], text: said[1], after: said[2] };
}

/**
 * Sources may give minutes of speech one time. Then the stretch with most of the sentence's words is its evidence. Pairs of words that are adjacent
 * in both count once more: in fast speech, the single words of any sentence occur in many places, but its adjacent words in one.
 */
function densest(words: readonly string[], text: string, maxChars: number): string {
  const wanted = featuresOf(wordsOf(text).map((word) => word.text));
  const missing = new Map<string, number>();
  for (const feature of wanted) missing.set(feature, (missing.get(feature) ?? 0) + 1);
  const pieces = words.map((word) => wordsOf(word).map(({ text: said }) => said));
  const asked = pieces.map((piece, at) => {
    const previous = pieces[at - 1]?.at(-1);
    return featuresOf(piece, previous).filter((feature) => missing.has(feature));
  });
  let [from, chars, found, best, bestFrom, bestTo] = [0, 0, 0, -1, 0, 0];
  const count = (at: number, by: 1 | -1) => {
    chars += by * (words[at].length + 1);
    for (const feature of asked[at]) {
      const left = missing.get(feature)! - by;
      missing.set(feature, left);
      // A repetition beyond the sentence's own count is no further evidence.
      if (by === 1 ? left >= 0 : left > 0) found += by;
    }
  };
  words.forEach((_, to) => {
    count(to, 1);
    while (chars > maxChars) count(from++, -1);
    if (found > best) [best, bestFrom, bestTo] = [found, from, to + 1];
  });
  return textOf(words.slice(bestFrom, bestTo)).toWellFormed();
}

const piecesOf = (word: string): string[] => (word.length > MAX_WORD_CHARS ? (word.match(PIECES) ?? []) : [word]);

function textOf(words: readonly string[]): string {
  return words.join(' ').replaceAll(` ${TURN}`, TURN);
}

/** The words, and each pair of neighbours. */
function featuresOf(words: readonly string[], previous?: string): string[] {
  return words.flatMap((word, at) => {
    const before = at > 0 ? words[at - 1] : previous;
    return before === undefined ? [word] : [word, `${before} ${word}`];
  });
}

/** A binary search, because transcripts have up to 100,000 lines and summaries up to 100 sentences. */
function firstEndingAt(ms: number, lines: readonly CleanLine[]): number {
  let [low, high] = [0, lines.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (lines[middle].endMs < ms) low = middle + 1;
    else high = middle;
  }
  return low;
}
