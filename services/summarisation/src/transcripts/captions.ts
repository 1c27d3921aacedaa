import { createHash } from 'node:crypto';

/** One caption line; times from the start of the video. Segments are sorted, never negative and free of markup. */
export interface TranscriptSegment {
  startMs: number;
  durationMs: number;
  text: string;
}

/**
 * What is said in a video, as bytes. Captions of 20 MB are half a million objects: only worker threads, the demo videos and tests may
 * build them, since each look at all of them holds the event loop for seconds.
 */
export interface Captions {
  /** UTF-8 JSON: an array of TranscriptSegment. */
  json: Uint8Array;
  /** What a summary depends on: the language, the words and their times. A new title or track name makes no new summary. */
  hash: Uint8Array;
}

export function captionsOf(segments: readonly TranscriptSegment[], language: string, isGenerated: boolean): Captions {
  const lines = segments.map(({ startMs, durationMs, text }) => ({ startMs, durationMs, text }));
  const said = lines.map(({ startMs, durationMs, text }) => [startMs, durationMs, text]);
  const hash = createHash('sha256')
    .update(JSON.stringify([language, isGenerated, said]))
    .digest();
  // JSON.stringify escapes half characters: nothing is lost on the way through UTF-8.
  return { json: new TextEncoder().encode(JSON.stringify(lines)), hash: Uint8Array.from(hash) };
}

export function segmentsOf({ json }: Pick<Captions, 'json'>): TranscriptSegment[] {
  return JSON.parse(new TextDecoder().decode(json)) as TranscriptSegment[];
}
