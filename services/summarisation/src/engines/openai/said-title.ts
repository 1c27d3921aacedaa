import type { TranscriptSegment } from '../../transcripts/captions.js';
import { SaidWords } from '../../verification/lexical-support.js';
import { wordsOf } from '../../verification/words.js';
import { lexiconOf } from '../extractive/terms.js';
import type { VideoSpan } from '../summary-engine.js';

/** The model knows only the starts of blocks, so a chapter's subject may come up a little before or after its time. */
const AROUND_MS = 10_000;

/**
 * Whether each content word of `title` is said in that part of the video, in any form or by a synonym. A title is short, so a single foreign word
 * in it is already a message.
 */
export function isSaidIn(
  title: string,
  { startMs, endMs }: VideoSpan,
  segments: readonly TranscriptSegment[],
  language: string,
): boolean {
  const within = segments.filter(
    (line) => line.startMs < endMs + AROUND_MS && line.startMs + line.durationMs > startMs - AROUND_MS,
  );
  const said = new SaidWords(wordsOf(within.map(({ text }) => text).join(' ')), lexiconOf(language));
  const words = wordsOf(title);
  return words.some((word) => said.isContent(word)) && words.every((word) => said.isCommon(word));
}
