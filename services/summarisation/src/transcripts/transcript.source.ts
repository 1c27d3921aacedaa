import type { Chapter, SummaryWarning } from '../engines/summary-engine.js';
import type { Captions } from './captions.js';

/** A caption track of the source. `code`: its language (VID-13). `vssId` distinguishes tracks of one language (`.en`, `a.en`, `.en.Commentary`). */
export interface CaptionTrack {
  code: string;
  name: string;
  isGenerated: boolean;
  vssId: string;
}

/** Why an existing video has no transcript for us; the code of summarise's 404 (VID-6). */
export type TranscriptRefusal =
  | 'transcript_disabled'
  | 'video_private'
  | 'video_unavailable'
  | 'age_restricted'
  | 'members_or_premium'
  | 'geo_blocked'
  | 'live_upcoming'
  | 'live_ended'
  | 'live_now'
  | 'language_unavailable';

/** Facts about a video that need no captions. `refusal` says why transcript() would refuse, when that is known. */
export interface VideoInfo {
  videoId: string;
  title: string;
  durationSeconds?: number;
  isLive?: boolean;
  refusal?: TranscriptRefusal;
  tracks: CaptionTrack[];
}

/**
 * A transcript in the speaker's language, never a machine translation (VID-11). `trackId` is the track's vssId. `chapters` are the creator's
 * (SUM-18); they are absent in a transcript stored by an older release.
 */
export interface Transcript {
  videoId: string;
  title: string;
  language: string;
  isGenerated: boolean;
  /** Supplied by a caller. Only that caller may see the results (SUM-10). */
  isSupplied?: true;
  trackId: string;
  captions: Captions;
  durationMs?: number;
  chapters?: Chapter[];
  /** Warnings about the parts that could not be read. */
  warnings?: SummaryWarning[];
}

/**
 * A source of transcripts. Both operations throw DomainError only: `not_found` with a TranscriptRefusal code, or `unavailable` with
 * `source_blocked` / `source_unavailable` and retryAfterSeconds (VID-7).
 */
export abstract class TranscriptSource {
  /** Also answers for a video without captions (tracks []). Refuses only when the video cannot be seen at all. */
  abstract info(videoId: string, signal: AbortSignal): Promise<VideoInfo>;

  /**
   * A non-empty `languages` is a requirement, in order of preference (`language_unavailable` when none is offered); an empty one leaves the choice
   * to the source. The reading counts against `account`; when several accounts ask together, against the first.
   */
  abstract transcript(videoId: string, languages: string[], signal: AbortSignal, account?: string): Promise<Transcript>;
}
