import type { SuppliedBody } from './supplied-transcript.js';

/** Hundreds of cues, and more than any header. */
const HEAD_BYTES = 100_000;
/** Two numbers and an arrow between them, in whatever way times and arrows are written: what they mean is for summarisation to judge. */
const LIKE_TIMES = /\d\s{0,20}(?:(?:[-–—−‒－]\s?){1,3}(?:>|&gt;|›|＞)|=+>|[→⟶⇒➔➜])\s{0,20}\d/u;

/**
 * Whether long subtitles can have a cue among their first ones. What has none is refused before megabytes of it are sent on (LIMIT-13); summarisation
 * looks once more, at segments too.
 */
export function canHaveCues({ $case, value }: SuppliedBody): boolean {
  if ($case !== 'subtitles' || value.length <= HEAD_BYTES) return true;
  return LIKE_TIMES.test(new TextDecoder().decode(value.subarray(0, HEAD_BYTES)));
}
