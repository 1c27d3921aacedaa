/**
 * A transcript of the caller's own has at most 200,000 words and is made of segments or of SubRip or WebVTT subtitles (SUM-10); its times are
 * between 0 and seven days and end where they begin or later. What breaks this is refused with its place.
 */
import { cleanCaptionText, inOrder, LONGEST_VIDEO_MS, type RawCaption } from '../youtube/caption-formats.js';
import { type Captions, captionsOf, type TranscriptSegment } from './captions.js';
import { detectedLanguage } from './detected-language.js';
import { judgeFirstCues } from './first-cues.js';
import { captionsOfSubtitles } from './subtitles.js';
import { notReadable, saysNothing, WordCount } from './supplied.errors.js';

/** A transcript as it came: UTF-8, of segments as JSON. */
export interface SuppliedToRead {
  kind: 'segments' | 'subtitles';
  bytes: Uint8Array;
}

/** `language`: as its words show, und when they do not. */
export interface SuppliedRead extends Captions {
  language: string;
}

/** One part of it, checked in types alone. */
interface SuppliedSegment {
  startSeconds?: number;
  endSeconds?: number;
  durationSeconds?: number;
  text: string;
}

/** For a thread: its work grows with the transcript. Throws invalid `transcript_invalid`, `transcript_too_long` or `transcript_empty`. */
export function suppliedIn({ kind, bytes }: SuppliedToRead): SuppliedRead {
  judgeFirstCues({ kind, bytes });
  const text = new TextDecoder().decode(bytes);
  if (text.trim() === '') throw saysNothing();
  const captions =
    kind === 'subtitles' ? captionsOfSubtitles(text) : captionsOfSegments(JSON.parse(text) as SuppliedSegment[]);
  if (captions.length === 0) throw saysNothing();
  const language = detectedLanguage(captions);
  return { ...captionsOf(captions, language, false), language };
}

/** In any order; a segment without an end lasts until the next one. */
function captionsOfSegments(segments: readonly SuppliedSegment[]): TranscriptSegment[] {
  const words = new WordCount();
  return inOrder(
    segments.flatMap((segment, at): RawCaption[] => {
      const place = `segment ${at} (the first is 0)`;
      const times = timesOf(segment, place);
      const text = cleanCaptionText(segment.text);
      if (text === '') return [];
      words.add(text, place);
      return [{ ...times, text }];
    }),
  );
}

function timesOf(
  { startSeconds, endSeconds, durationSeconds }: SuppliedSegment,
  place: string,
): { startMs: number; durationMs?: number } {
  if (startSeconds === undefined) throw notReadable(place, 'there is no start');
  if (!(startSeconds >= 0)) throw notReadable(place, 'the start is before 0');
  const lasts = endSeconds === undefined ? durationSeconds : endSeconds - startSeconds;
  if (lasts !== undefined && !(lasts >= 0)) throw notReadable(place, 'the end is before the start');
  if (!((startSeconds + (lasts ?? 0)) * 1_000 <= LONGEST_VIDEO_MS))
    throw notReadable(place, 'the time is after seven days');
  return { startMs: startSeconds * 1_000, durationMs: lasts === undefined ? undefined : lasts * 1_000 };
}
