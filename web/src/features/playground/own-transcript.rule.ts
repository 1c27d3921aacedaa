/** A timed part of a transcript, in the form of the API. */
export interface Segment {
  start_seconds: number;
  text: string;
}

/** Unchanged subtitles, or segments. */
export type SentTranscript = string | object[];

export type TranscriptProblem = 'empty' | 'tooLarge' | 'tooManyWords' | 'badJson' | 'noTimes';

/**
 * The bounds of the API (SUM-10, LIMIT-6). They leave room for the rest of the request in the body. Only the service can tell the words of subtitles
 * from their numbers, times, notes and repeated lines (SUM-25), so it alone counts them.
 */
export const MOST_BYTES = 4_900_000;
const MOST_WORDS = 200_000;

const ARROW = /\d\s*(-->|→)\s*\d/;
/** `0:05`, `[1:02:03]`, `(12:30)` at the beginning of a line, with or without words after it. */
const TIMED = /^\s*[[(]?(?:(\d{1,2}):)?(\d{1,3}):(\d{2})(?:[.,]\d+)?[\])]?\s*[-–:]?\s*(.*)$/;

/**
 * Converts pasted text, or the text of a file, to the form of the API (WEB-48): unchanged SRT and WebVTT, JSON segments, and lines that
 * begin with a time, as people copy them from YouTube. Text without times is refused, because every sentence of a summary names a moment
 * and none is invented.
 */
export function readTranscript(text: string): { transcript: SentTranscript } | { problem: TranscriptProblem } {
  const trimmed = text.replace(/^\uFEFF/, '').trim();
  if (trimmed === '') return { problem: 'empty' };
  const transcript = /^[[{]\s*["{[\]}]/.test(trimmed)
    ? segmentsIn(trimmed)
    : ARROW.test(trimmed)
      ? trimmed
      : timedLines(trimmed);
  if (transcript === null) return { problem: /^[[{]\s*["{[]/.test(trimmed) ? 'badJson' : 'noTimes' };
  if (sizeOf(transcript) > MOST_BYTES) return { problem: 'tooLarge' };
  if (typeof transcript !== 'string' && hasMoreWordsThan(MOST_WORDS, transcript)) return { problem: 'tooManyWords' };
  return { transcript };
}

/** Size in bytes of a text in the body of a request. */
function sizeOf(transcript: SentTranscript): number {
  return new TextEncoder().encode(JSON.stringify(transcript)).length;
}

/** An array of segments, or an object that holds one under `transcript` or `segments`. The API validates their content. */
function segmentsIn(text: string): object[] | null {
  try {
    const read = JSON.parse(text) as unknown;
    const { transcript, segments } = (read ?? {}) as { transcript?: unknown; segments?: unknown };
    const list = [read, transcript, segments].find(Array.isArray) as unknown[] | undefined;
    return list && list.length > 0 && list.every((one) => typeof one === 'object' && one !== null)
      ? (list as object[])
      : null;
  } catch {
    return null;
  }
}

function timedLines(text: string): Segment[] | null {
  const segments: Segment[] = [];
  for (const line of text.split(/\r\n|\r|\n/)) {
    const [, hours = '0', minutes, seconds, said = ''] = TIMED.exec(line) ?? [];
    if (minutes !== undefined) {
      segments.push({
        start_seconds: Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds),
        text: said.trim(),
      });
    } else if (line.trim() !== '') {
      const last = segments.at(-1);
      if (!last) return null;
      last.text = `${last.text} ${line.trim()}`.trim();
    }
  }
  const spoken = segments.filter((one) => one.text !== '');
  return spoken.length > 0 ? spoken : null;
}

/** Counts what is said, and not the times and names of the segments. */
function hasMoreWordsThan(most: number, segments: object[]): boolean {
  let words = 0;
  for (const { text } of segments as { text?: unknown }[]) {
    if (typeof text !== 'string') continue;
    for (const _ of text.matchAll(/\S+/g)) if (++words > most) return true;
  }
  return false;
}

/**
 * The length and the FNV-1a hash of a text. They tell transcripts apart without storing them. If two texts have
 * the same mark, the server still notices it.
 */
export function markOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return `${text.length}-${(hash >>> 0).toString(36)}`;
}
