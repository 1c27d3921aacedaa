import type { SuppliedBody } from './supplied-transcript.js';

/** In bytes. Holds hundreds of cues, and is longer than any file header. */
const HEAD_BYTES = 100_000;
/** Two numbers with an arrow between them, in any notation; summarisation decides what they mean. */
const LIKE_TIMES = /\d\s{0,20}(?:(?:[-–—−‒－]\s?){1,3}(?:>|&gt;|›|＞)|=+>|[→⟶⇒➔➜])\s{0,20}\d/u;

/**
 * Whether long subtitles may have a cue near their start. Subtitles without one are refused before megabytes are sent on (LIMIT-13).
 * Summarisation checks again, and checks segments too.
 */
export function canHaveCues({ $case, value }: SuppliedBody): boolean {
  if ($case !== 'subtitles' || value.length <= HEAD_BYTES) return true;
  return LIKE_TIMES.test(new TextDecoder().decode(value.subarray(0, HEAD_BYTES)));
}
