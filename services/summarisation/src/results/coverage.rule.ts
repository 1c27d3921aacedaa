/**
 * A detailed summary covers every tenth of the video with speech, or names the parts that it leaves out (SUM-19). A tenth is covered when a
 * sentence is cited from it.
 */
import type { CitedSentence, VideoSpan } from '../engines/summary-engine.js';

const TENTHS = 10;

/** The tenth (0 to 9) of a video of `endMs` that contains a moment. */
export function tenthAt(startMs: number, endMs: number): number {
  return Math.min(TENTHS - 1, Math.floor((startMs / endMs) * TENTHS));
}

/** The tenths of a video of `endMs` that have speech but no cited sentence; neighbours are merged. `lines` are in order of time. */
export function notCovered(
  sentences: readonly CitedSentence[],
  lines: readonly { startMs: number }[],
  endMs: number,
): VideoSpan[] {
  if (!(endMs > 0)) return [];
  const tenthOf = ({ startMs }: { startMs: number }) => tenthAt(startMs, endMs);
  const spoken = new Set(lines.map(tenthOf));
  const cited = new Set(sentences.map(tenthOf));
  const spans: VideoSpan[] = [];
  for (let tenth = 0; tenth < TENTHS; tenth += 1) {
    if (!spoken.has(tenth) || cited.has(tenth)) continue;
    const startMs = Math.round((tenth * endMs) / TENTHS);
    const last = spans.at(-1);
    if (last?.endMs === startMs) last.endMs = Math.round(((tenth + 1) * endMs) / TENTHS);
    else spans.push({ startMs, endMs: Math.round(((tenth + 1) * endMs) / TENTHS) });
  }
  return spans;
}
