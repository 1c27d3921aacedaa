/** A caption line as the formats give it; a missing duration lasts until the next line. */
export interface RawCaption {
  startMs: number;
  durationMs?: number;
  text: string;
}

/** A caption line ready for use. */
export interface CaptionSegment {
  startMs: number;
  durationMs: number;
  text: string;
}

const LONGEST_VIDEO_MS = 7 * 24 * 3_600_000;
const LAST_LINE_MS = 2_000;
/** No line of captions is nearly as long; one of megabytes would become a citation that no answer of ours can carry. */
const LONGEST_LINE_CHARS = 5_000;

/** The cut may fall between the halves of a character, which Postgres would refuse. */
function bounded(text: string): string {
  return text.length > LONGEST_LINE_CHARS ? text.slice(0, LONGEST_LINE_CHARS).toWellFormed() : text;
}

/** Captions become segments in order of time that never overlap and are never negative; a line without words is no segment (decisions 21). */
export function orderSegments(captions: RawCaption[]): CaptionSegment[] {
  const sorted = captions
    .filter((caption) => caption.text !== '' && caption.startMs >= 0 && caption.startMs <= LONGEST_VIDEO_MS)
    .sort((a, b) => a.startMs - b.startMs);
  return sorted.map(({ startMs, durationMs, text }, index) => {
    const untilNextMs = index + 1 < sorted.length ? sorted[index + 1].startMs - startMs : undefined;
    const wantedMs = durationMs !== undefined && durationMs >= 0 ? durationMs : (untilNextMs ?? LAST_LINE_MS);
    // generated captions overlap the next line: it ends where the next begins
    return {
      startMs: Math.round(startMs),
      durationMs: Math.round(Math.min(wantedMs, untilNextMs ?? LONGEST_VIDEO_MS)),
      text: bounded(text),
    };
  });
}
