import type { RawCaption } from './said-once.js';

/** Nobody speaks more slowly than this. */
const MOST_SECONDS_PER_WORD = 180;
/** In scripts without spaces three letters count as a word. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/gu;
/** From fewer captions nothing can be concluded. */
const LEAST_CAPTIONS = 3;

/**
 * Whether the times of a transcript only make sense as milliseconds (SUM-25): all are whole seconds, and in more than half of the captions
 * one word takes more than three minutes.
 */
export function areMilliseconds(captions: readonly RawCaption[]): boolean {
  if (captions.length < LEAST_CAPTIONS || captions.some(({ startMs }) => startMs % 1_000 !== 0)) return false;
  const slow = captions.filter(({ startMs, durationMs, lines }, at) => {
    const lastsMs = durationMs ?? (captions[at + 1]?.startMs ?? startMs) - startMs;
    const words = lines.reduce(
      (sum, line) => sum + line.split(' ').length + (line.match(UNSPACED)?.length ?? 0) / 3,
      0,
    );
    return lastsMs > Math.max(1, words) * MOST_SECONDS_PER_WORD * 1_000;
  });
  return slow.length * 2 > captions.length;
}
