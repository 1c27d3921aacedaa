import { createHash } from 'node:crypto';

/** One caption line; times from the start of the video. Segments are sorted, never negative and free of markup. */
export interface TranscriptSegment {
  startMs: number;
  durationMs: number;
  text: string;
}

/**
 * The speech of a video, as bytes. Captions of 20 MB are half a million objects. Only worker threads, the demo videos and tests may build those,
 * because each pass over all of them blocks the event loop for seconds.
 */
export interface Captions {
  /** UTF-8 JSON: an array of TranscriptSegment. */
  json: Uint8Array;
  /** Covers everything that a summary depends on: the language, the words and their times. A new title or track name needs no new summary. */
  hash: Uint8Array;
}

/** Serialises segments, and hashes everything that a summary depends on. Takes seconds for captions of 20 MB. */
export function captionsOf(segments: readonly TranscriptSegment[], language: string, isGenerated: boolean): Captions {
  const lines = segments.map(({ startMs, durationMs, text }) => ({ startMs, durationMs, text }));
  const said = lines.map(({ startMs, durationMs, text }) => [startMs, durationMs, text]);
  const hash = createHash('sha256')
    .update(JSON.stringify([language, isGenerated, said]))
    .digest();
  // JSON.stringify escapes lone surrogates, so nothing is lost in the conversion to UTF-8.
  return { json: new TextEncoder().encode(JSON.stringify(lines)), hash: Uint8Array.from(hash) };
}

/** Parses the segments of captions. Takes seconds for captions of 20 MB. */
export function segmentsOf({ json }: Pick<Captions, 'json'>): TranscriptSegment[] {
  return JSON.parse(new TextDecoder().decode(json)) as TranscriptSegment[];
}
