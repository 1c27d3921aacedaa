import { createHash } from 'node:crypto';
import type { Transcript } from './transcript.source.js';

/** What a summary depends on: the words and their times. A new title or track name makes no new summary. */
export function transcriptHash({ language, isGenerated, segments }: Transcript): Buffer {
  const said = segments.map(({ startMs, durationMs, text }) => [startMs, durationMs, text]);
  return createHash('sha256').update(JSON.stringify([language, isGenerated, said])).digest();
}
