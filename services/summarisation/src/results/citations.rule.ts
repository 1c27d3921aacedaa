/**
 * Every sentence of a summary names a moment inside the video, and its words are said there (SUM-1). A summary with a sentence that fails
 * this is never stored or answered.
 */
import type { CitedSentence } from '../engines/summary-engine.js';
import type { TranscriptSegment } from '../transcripts/captions.js';

/** Engines set capitals and marks, join cut words and leave out fillers, so not every word is found as it was written. */
const MIN_SHARE_FOUND = 0.7;
/** A sentence may start in the middle of a line, captions lag behind speech, and sources give several lines one moment. */
const BEFORE_MS = 5_000;
/** Counted in words and not in seconds: a sentence may be broken by minutes of music. Rolling captions say each word up to three times. */
const WORDS_AFTER_PER_WORD = 4;
const MIN_WORDS_AFTER = 80;
/** Scripts without spaces are compared letter by letter. */
const UNSPACED = '[\\p{sc=Han}\\p{sc=Hira}\\p{sc=Kana}\\p{sc=Thai}\\p{sc=Laoo}\\p{sc=Khmr}\\p{sc=Mymr}]';
const WORD = new RegExp(`${UNSPACED}|(?:(?!${UNSPACED})[\\p{L}\\p{N}\\p{M}])+`, 'gu');

/** The sentences that the transcript does not bear out; empty = the summary may be delivered. `lines` in order of time. */
export function unfoundedSentences<S extends CitedSentence>(
  sentences: readonly S[],
  lines: readonly TranscriptSegment[],
  videoMs = 0,
): S[] {
  const endMs = lines.reduce((end, line) => Math.max(end, line.startMs + line.durationMs), videoMs);
  const known = new Map<number, string[]>();
  const wordsAt = (at: number): string[] => {
    const words = known.get(at) ?? wordsOf(lines[at].text);
    known.set(at, words);
    return words;
  };
  return sentences.filter(({ startMs, text }) => {
    if (!(startMs >= 0 && startMs <= endMs)) return true;
    return !isSaid(wordsOf(text), startMs, lines, wordsAt);
  });
}

/** Reads on from every line that is being said at `startMs`, until enough of `words` were found or the place is too far away. */
function isSaid(
  words: string[],
  startMs: number,
  lines: readonly TranscriptSegment[],
  wordsAt: (line: number) => string[],
): boolean {
  const wanted = new Map<string, number>();
  for (const word of words) wanted.set(word, (wanted.get(word) ?? 0) + 1);
  let missing = words.length * MIN_SHARE_FOUND;
  let left = 0;
  const current = Math.max(0, firstLineAfter(startMs, lines) - 1);
  const sinceMs = Math.min(startMs, lines[current]?.startMs ?? 0) - BEFORE_MS;
  for (let at = 0; at < lines.length && missing > 0; at += 1) {
    // A long line may have shorter ones inside it, so more than one can be under way.
    if (at <= current && lines[at].startMs + lines[at].durationMs >= sinceMs)
      left = Math.max(MIN_WORDS_AFTER, words.length * WORDS_AFTER_PER_WORD);
    if (left <= 0 && at > current) break;
    if (left <= 0) continue;
    const said = wordsAt(at);
    left -= said.length;
    for (const word of said) {
      missing -= wanted.get(word) ?? 0;
      wanted.delete(word);
    }
  }
  return words.length > 0 && missing <= 0;
}

/** The index of the first line that starts after `startMs`. Binary search: transcripts have up to 100,000 lines and summaries up to 100 sentences. */
function firstLineAfter(startMs: number, lines: readonly TranscriptSegment[]): number {
  let [low, high] = [0, lines.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (lines[middle].startMs <= startMs) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Upper case first, as a capital may have been set on a letter whose small form differs ("ı"). */
function wordsOf(text: string): string[] {
  return text.toUpperCase().toLowerCase().replace(/['’ʼ]/g, '').match(WORD) ?? [];
}
