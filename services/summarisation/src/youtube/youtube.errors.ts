import { DomainError } from '@precis/runtime/domain-error';
import type { TranscriptRefusal } from '../transcripts/transcript.source.js';

const MESSAGES: Record<TranscriptRefusal, string> = {
  transcript_disabled: 'This video has no captions to summarise.',
  video_private: 'This video is private.',
  video_unavailable: 'This video does not exist or was removed.',
  age_restricted: 'This video is age-restricted, so its captions cannot be read.',
  members_or_premium: 'This video is for channel members or paying viewers only.',
  geo_blocked: 'This video is not available in our region.',
  live_upcoming: 'This video has not started yet.',
  live_ended: 'This live stream has ended and has no recording (yet).',
  live_now: 'This video is live; try again when it has ended.',
  language_unavailable: 'This video has no captions in the requested language.',
};

/** The video itself cannot be transcribed: 404 with a code for the reason (VID-6). */
export function transcriptRefused(code: TranscriptRefusal, offeredCodes: string[] = []): DomainError {
  const offered = offeredCodes.length > 0 ? ` Available: ${[...new Set(offeredCodes)].slice(0, 50).join(', ')}.` : '';
  return new DomainError('not_found', code, MESSAGES[code] + offered);
}

/** YouTube refuses our requests (bot check, its 429, captcha, attestation): 503, never our 429 (VID-7). `trail` holds only our own words. */
export function sourceBlocked(trail: string, retryAfterSeconds = 60): DomainError {
  return new DomainError(
    'unavailable',
    'source_blocked',
    'YouTube is refusing our requests at the moment. Please try again later.',
    {
      cause: new Error(trail),
      retryAfterSeconds: Math.min(Math.max(retryAfterSeconds, 30), 300),
    },
  );
}

/** YouTube failed or its answer cannot be read: 503. */
export function sourceUnavailable(trail: string): DomainError {
  return new DomainError(
    'unavailable',
    'source_unavailable',
    'YouTube could not be reached or did not answer properly. Please try again.',
    {
      cause: new Error(trail),
      retryAfterSeconds: 10,
    },
  );
}
