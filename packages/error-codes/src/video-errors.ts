import { lasting, ofItem, passing } from './error-entry.js';

const OTHER = 'Choose another video, or send a transcript of your own.';
const WAIT = 'Wait for the seconds of Retry-After, then send the same request again.';

/** Codes of videos, transcripts, summaries and jobs. */
export const VIDEO_ERRORS = {
  invalid_url: lasting(
    400,
    'This is not the URL of a YouTube video.',
    'Send the address of one video, such as https://www.youtube.com/watch?v=ID.',
  ),
  summary_type_unknown: lasting(400, 'The summary_type is unknown.', 'Send auto, short or detail.'),
  custom_prompt_too_long: lasting(400, 'The custom_prompt has more than 2,000 characters.', 'Shorten it.'),
  language_unknown: lasting(
    400,
    'The language is not a language code.',
    'Send auto or a code such as de, pt-BR or zh-Hant.',
  ),
  transcript_invalid: lasting(
    400,
    'The supplied transcript cannot be read as segments, SRT or WebVTT.',
    'Correct the place that the error text names.',
  ),
  transcript_too_long: lasting(400, 'The supplied transcript has more than 200,000 words.', 'Split it.'),
  transcript_empty: lasting([400, 404], 'The transcript has no words to summarise.', OTHER),
  search_invalid: lasting(400, 'The search contains characters that are not allowed.', 'Search for plain words.'),
  cursor_invalid: lasting(
    400,
    'The cursor does not come from an earlier answer.',
    'Send `next` of the page before, or leave it out.',
  ),
  month_invalid: lasting(400, 'The month is not written YYYY-MM.', 'Send a month such as 2026-11.'),
  transcript_disabled: lasting(404, 'The video has no captions, and no summary is made from a title alone.', OTHER),
  video_private: lasting(404, 'The video is private.', OTHER),
  video_unavailable: lasting(404, 'The video does not exist or was removed.', 'Check its address.'),
  age_restricted: lasting(404, 'The video is age-restricted, so its captions cannot be read.', OTHER),
  members_or_premium: lasting(404, 'The video is for channel members or paying viewers.', OTHER),
  geo_blocked: lasting(404, 'The video is blocked in our region.', OTHER),
  live_upcoming: lasting(404, 'The live stream has not begun.', 'Ask again after its end.'),
  live_now: lasting(404, 'The live stream is still running.', 'Ask again after its end.'),
  live_ended: lasting(404, 'The live stream has no recording yet.', 'Ask again some hours later.'),
  language_unavailable: lasting(
    404,
    'There are no captions in the requested language, and this deployment does not translate.',
    'Leave language out, or choose one that the error text or POST /api/youtube/info names.',
  ),
  job_not_found: lasting(
    404,
    'The account has no job with this id; jobs are kept for 6 days.',
    'Read the summary by the same id at /api/youtube/summaries/{id}.',
  ),
  batch_invalid: lasting(400, 'The batch has no item, or more than 100.', 'Send 1 to 100 items.'),
  batch_not_found: lasting(
    404,
    'The account has no batch with this id; batches are kept for 6 days.',
    'Take the id from the answer that accepted the batch.',
  ),
  too_many_batches: passing(
    429,
    'The account has reached its limit of unfinished batches, or of new batches in 24 hours.',
    'Wait for the seconds of Retry-After, then try again.',
  ),
  job_completed: lasting(
    409,
    'The job is completed and charged, so it cannot be cancelled.',
    'Read its summary by the same id.',
  ),
  summary_not_found: lasting(
    404,
    'The account has no summary with this id, or it was removed.',
    'List the summaries at /api/youtube/summaries.',
  ),
  result_gone: lasting(404, 'The summary is no longer kept.', 'Ask for it again.'),
  evidence_gone: lasting(404, 'The passages that the summary cites are no longer kept.', 'Ask for the summary again.'),
  job_expired: ofItem('The job was not finished within 15 minutes.', 'Ask for the summary again.'),
  summary_failed: ofItem('The summary could not be made.', 'Ask for it again.'),
  quota_released: ofItem(
    'The job was cancelled or took too long, and its video went back to the quota.',
    'Ask for the summary again if it is still wanted.',
  ),
  batch_expired: ofItem('The item was not started within a day.', 'Send the item in a new batch.'),
  computing_budget_spent: passing(
    429,
    "Work that ended without a charge used up the hour's budget of the account.",
    WAIT,
  ),
  too_many_lookups: passing(429, 'Too many videos were looked up without being summarised.', WAIT),
  too_many_transcripts: passing(
    429,
    'The account has reached its limit of transcripts for today.',
    'Wait until 00:00 UTC, when the count starts again.',
  ),
  transcript_too_large: lasting(
    404,
    'The transcript of the video has more than 3 MB.',
    'Summarise the video instead; summaries have no such limit.',
  ),
  too_many_jobs: passing(429, 'The account has reached its limit of unfinished jobs.', 'Wait until one has ended.'),
  source_blocked: passing(
    503,
    'YouTube refuses our requests at the moment.',
    `${WAIT} Until then you can send your own transcript.`,
  ),
  source_unavailable: passing(
    503,
    'YouTube cannot be reached or does not answer properly.',
    `${WAIT} Until then you can send your own transcript.`,
  ),
  timed_out: passing(503, 'The work on the video took too long.', WAIT),
  translation_unavailable: passing(
    503,
    'The summary cannot be written in the requested language at the moment.',
    'Ask again later, or without language.',
  ),
} as const;
