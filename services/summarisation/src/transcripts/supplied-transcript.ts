/**
 * A supplied transcript has at most 200,000 words and consists of segments or of SubRip or WebVTT subtitles (SUM-10). Its times are between 0 and
 * seven days, and none ends before it begins. Segments that break this are refused with the place of the error; subtitle cues are left out (SUM-25).
 */
import type { SummaryWarning } from '../engines/summary-engine.js';
import { captionLines } from '../youtube/caption-formats.js';
import { type Captions, captionsOf } from './captions.js';
import { LONGEST_VIDEO_MS } from './cue-times.js';
import { detectedLanguage } from './detected-language.js';
import { judgeFirstCues } from './first-cues.js';
import { areMilliseconds } from './milliseconds.rule.js';
import type { RawCaption } from './said-once.js';
import { saidIn, segmentsFrom } from './said-captions.js';
import { readSubtitles } from './subtitles.js';
import { MOST_LINE_CHARS, notReadable, saysNothing, WordCount } from './supplied.errors.js';

/** A transcript as received: UTF-8, segments as JSON. */
export interface SuppliedToRead {
  kind: 'segments' | 'subtitles';
  bytes: Uint8Array;
  /** The language that the caller requests for the summary; absent when it is that of the transcript. */
  askedLanguage?: string;
}

/** `language`: detected from the words, und when unclear. `warnings`: the parts that were left out. */
export interface SuppliedRead extends Captions {
  language: string;
  warnings: SummaryWarning[];
}

/** A segment of which only the types are checked. */
interface SuppliedSegment {
  startSeconds?: number;
  endSeconds?: number;
  durationSeconds?: number;
  text: string;
}

/** Runs in a thread, because its work grows with the transcript. Throws invalid `transcript_invalid`, `transcript_too_long` or `transcript_empty`. */
export function suppliedIn({ kind, bytes, askedLanguage }: SuppliedToRead): SuppliedRead {
  judgeFirstCues({ kind, bytes });
  const text = new TextDecoder().decode(bytes);
  if (text.trim() === '') throw saysNothing();
  const { said, warnings } =
    kind === 'subtitles'
      ? readSubtitles(text)
      : { said: saidIn(captionsOfSegments(JSON.parse(text) as SuppliedSegment[])), warnings: [] };
  if (said.length === 0) throw saysNothing();
  const words = new WordCount();
  const place = kind === 'subtitles' ? 'line' : 'segment';
  for (const { text, at } of said) words.add(text, `${place} ${at}`);
  const captions = segmentsFrom(said);
  const language = detectedLanguage(captions, askedLanguage);
  return { ...captionsOf(captions, language, false), language, warnings };
}

/** Accepts segments in any order; a segment without an end lasts until the next one. */
function captionsOfSegments(segments: readonly SuppliedSegment[]): RawCaption[] {
  const captions = segments.map((segment, at): RawCaption => {
    const place = `segment ${at} (the first is 0)`;
    const times = timesOf(segment, place);
    const lines = captionLines(segment.text);
    const chars = lines.reduce((sum, one) => sum + one.length + 1, -1);
    if (chars > MOST_LINE_CHARS) throw notReadable(place, `the text has more than ${MOST_LINE_CHARS} characters`);
    return { ...times, lines, at };
  });
  if (areMilliseconds(captions)) throw notReadable('segment 0 (the first is 0)', MILLISECONDS);
  return captions;
}

const MILLISECONDS = 'the times look like milliseconds; give them in seconds, such as 61.5';

function timesOf(
  { startSeconds, endSeconds, durationSeconds }: SuppliedSegment,
  place: string,
): { startMs: number; durationMs?: number } {
  if (startSeconds === undefined) throw notReadable(place, 'there is no start');
  if (!(startSeconds >= 0)) throw notReadable(place, 'the start is before 0');
  const lasts = endSeconds === undefined ? durationSeconds : endSeconds - startSeconds;
  if (lasts !== undefined && !(lasts >= 0)) throw notReadable(place, 'the end is before the start');
  if (!((startSeconds + (lasts ?? 0)) * 1_000 <= LONGEST_VIDEO_MS))
    throw notReadable(place, isMilliseconds(startSeconds) ? MILLISECONDS : 'the time is after seven days');
  return { startMs: startSeconds * 1_000, durationMs: lasts === undefined ? undefined : lasts * 1_000 };
}

/** Whether a start is later than seven days, but plausible when divided by a thousand. */
function isMilliseconds(startSeconds: number): boolean {
  return startSeconds * 1_000 > LONGEST_VIDEO_MS && startSeconds <= LONGEST_VIDEO_MS && Number.isInteger(startSeconds);
}
