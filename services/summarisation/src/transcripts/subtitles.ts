import type { SummaryWarning } from '../engines/summary-engine.js';
import { captionLines } from '../youtube/caption-formats.js';
import { type Cue, cuesOf, type LostCue } from './cues.js';
import type { RawCaption } from './said-once.js';
import { type SaidCaption, saidIn } from './said-captions.js';
import { leftOut, notReadable, noSubtitles, MOST_LINE_CHARS } from './supplied.errors.js';

/** The captions of a subtitle file, and the cues that could not be read. */
export interface ReadSubtitles {
  said: SaidCaption[];
  warnings: SummaryWarning[];
}

/** The most skipped cues that are named in warnings. */
const MOST_NAMED = 20;

/**
 * Reads the captions of a SubRip or WebVTT file, in order of time. Linear in its length for any content. A cue that cannot be read is left out and
 * named (SUM-25). Throws invalid `transcript_invalid` when fewer than half of the cues can be read.
 */
export function readSubtitles(file: string): ReadSubtitles {
  const lost: LostCue[] = [];
  let lostCount = 0;
  let count = 0;
  const lose = (cue: LostCue) => {
    lostCount += 1;
    if (lost.length < MOST_NAMED) lost.push(cue);
  };
  function* readable(): Generator<RawCaption> {
    for (const cue of cuesOf(file)) {
      count += 1;
      const caption = 'why' in cue ? cue : captionOf(cue);
      if ('why' in caption) lose(caption);
      else yield caption;
    }
  }
  const said = saidIn(readable());
  if (count === 0) throw noSubtitles();
  if (lostCount * 2 > count) throw notReadable(`line ${lost[0].line}`, whyMost(lost[0].why, count - lostCount, count));
  return { said, warnings: lost.map(({ line, why }) => leftOut(line, why)) };
}

function captionOf({ line, startMs, endMs, lines }: Cue): RawCaption | LostCue {
  const clean = captionLines(lines.length === 1 ? lines[0] : lines.join('\n'));
  const chars = clean.reduce((sum, one) => sum + one.length + 1, -1);
  if (chars > MOST_LINE_CHARS) return { line, why: `the text has more than ${MOST_LINE_CHARS} characters` };
  return { startMs, durationMs: endMs - startMs, lines: clean, at: line };
}

function whyMost(why: string, readable: number, count: number): string {
  return count === 1 ? why : `${why}; only ${readable} of ${count} cues can be read`;
}
