import type { Result } from '@precis/proto/summarisation/v1/summarisation';
import { cuesOf, type Timed } from './cues.js';

/** Older players know only these line ends; newer ones know both kinds. */
const LINE_END = '\r\n';

/**
 * Renders the sentences of a summary as SubRip subtitles (SUM-22). The test vectors are in proto/cases/summary-srt.json; the web app runs the same
 * ones.
 */
export function summarySrt({ sentences }: Pick<Result, 'sentences'>): string {
  return subRip(cuesOf(sentences));
}

/** Writes cues as a SubRip file. */
export function subRip(cues: readonly Timed[]): string {
  return cues
    .map(({ startMs, endMs, text }, at) =>
      [at + 1, `${srtTime(startMs)} --> ${srtTime(endMs)}`, text, ''].join(LINE_END),
    )
    .join(LINE_END);
}

/** `hh:mm:ss,mmm` */
export function srtTime(ms: number): string {
  const padded = (value: number, digits: number) => String(value).padStart(digits, '0');
  const seconds = Math.floor(ms / 1_000);
  const clock = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  return `${clock.map((part) => padded(part, 2)).join(':')},${padded(ms % 1_000, 3)}`;
}
