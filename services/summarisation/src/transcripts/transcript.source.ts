import type { Chapter, SummaryWarning } from '../engines/summary-engine.js';
import type { Captions } from './captions.js';

/** A caption track as offered by the source; `code` is its language (VID-13), `vssId` distinguishes tracks of one language (`.en`, `a.en`, `.de.Commentary`). */
export interface CaptionTrack {
  code: string;
  name: string;
  isGenerated: boolean;
  vssId: string;
}

/** Why a video that exists has no transcript for us; the code of the 404 that summarise answers (VID-6). */
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

/** What is known of a video without reading its captions. `refusal` says why transcript() would refuse, when that is known. */
export interface VideoInfo {
  videoId: string;
  title: string;
  durationSeconds?: number;
  isLive?: boolean;
  refusal?: TranscriptRefusal;
  tracks: CaptionTrack[];
}

/**
 * A transcript in the speaker's language, never a machine translation (VID-11). `trackId` is the track's vssId; `chapters` are the creator's
 * (SUM-18), absent in one that was kept by a release before them.
 */
export interface Transcript {
  videoId: string;
  title: string;
  language: string;
  isGenerated: boolean;
  /** By a caller, who alone may see what becomes of it (SUM-10). */
  isSupplied?: true;
  trackId: string;
  captions: Captions;
  durationMs?: number;
  chapters?: Chapter[];
  /** Warnings about the parts that could not be read. */
  warnings?: SummaryWarning[];
}

/**
 * Where transcripts come from. Both operations throw DomainError only: `not_found` with a TranscriptRefusal code, or
 * `unavailable` with `source_blocked` / `source_unavailable` and retryAfterSeconds (VID-7).
 */
export abstract class TranscriptSource {
  /** Answers for a video without captions too (tracks []); refuses only when the video cannot be seen at all. */
  abstract info(videoId: string, signal: AbortSignal): Promise<VideoInfo>;

  /**
   * A non-empty `languages` is a demand, in order of preference (`language_unavailable` when none is offered);
   * an empty one leaves the choice to the source. `account`: the one whose share of the reading it takes; of several that ask together, the first.
   */
  abstract transcript(videoId: string, languages: string[], signal: AbortSignal, account?: string): Promise<Transcript>;
}
