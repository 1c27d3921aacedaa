import type { TranscriptSegment } from './captions.js';
import { LONGEST_VIDEO_MS } from './cue-times.js';
import { type RawCaption, saidOnce } from './said-once.js';
import { spokenTexts } from './spoken-captions.js';

/** The words of a caption, before its duration is known. */
export interface SaidCaption extends Pick<RawCaption, 'startMs' | 'durationMs' | 'at'> {
  text: string;
}

const LAST_LINE_MS = 2_000;
/** In characters. Real caption lines are far shorter. A line of megabytes would become a citation that is too large for any answer. */
const LONGEST_LINE_CHARS = 5_000;

/**
 * Turns captions into what is said, in order of time: each word once (VID-18), without speaker labels (VID-17) and sounds (VID-16). A
 * caption without words is left out. Captions of every source go through this function to become a transcript.
 */
export function saidIn(captions: Iterable<RawCaption>): SaidCaption[] {
  const sorted = [...saidOnce(captions)]
    .filter(({ startMs }) => startMs >= 0 && startMs <= LONGEST_VIDEO_MS)
    .sort((a, b) => a.startMs - b.startMs);
  const texts = spokenTexts(sorted);
  return sorted.flatMap(({ startMs, durationMs, at }, nr) =>
    texts[nr] === '' ? [] : [{ startMs, durationMs, at, text: texts[nr] }],
  );
}

/** Captions in order of time that never overlap and are never negative. */
export function segmentsFrom(said: readonly SaidCaption[]): TranscriptSegment[] {
  return said.map(({ startMs, durationMs, text }, index) => {
    const untilNextMs = index + 1 < said.length ? said[index + 1].startMs - startMs : undefined;
    const wantedMs = durationMs !== undefined && durationMs >= 0 ? durationMs : (untilNextMs ?? LAST_LINE_MS);
    return {
      startMs: Math.round(startMs),
      // Generated captions overlap the next line, so a line ends where the next begins.
      durationMs: Math.round(Math.min(wantedMs, untilNextMs ?? LONGEST_VIDEO_MS)),
      // The cut may fall between the halves of a surrogate pair, which Postgres would refuse.
      text: text.length > LONGEST_LINE_CHARS ? text.slice(0, LONGEST_LINE_CHARS).toWellFormed() : text,
    };
  });
}
