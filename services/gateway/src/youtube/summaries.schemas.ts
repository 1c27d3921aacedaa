import type { Result, VerifyResultResponse } from '@precis/proto/summarisation/v1/summarisation';
import type { StoredSummary } from '@precis/proto/usage/v1/usage';
import { z } from 'zod';
import {
  optionalCursor,
  optionalPageSize,
  optionalQueryBoolean,
  optionalQueryWord,
  optionalText,
} from '../http/input-fields.js';
import { SUMMARY_FORMATS } from './summary-form.js';
import { SUMMARY_TYPES } from './summary-type.js';
import { resultView, summarised } from './youtube.schemas.js';

const USUAL_PAGE = 20;
const MAX_SEARCH_LENGTH = 200;

const id = z.string().describe('Id of the call that made the summary');
const createdAt = z.string().describe('When the call was received');

export const summariesQuery = z.object({
  cursor: optionalCursor(),
  limit: optionalPageSize(USUAL_PAGE),
  q: optionalText(MAX_SEARCH_LENGTH),
});
export type SummariesQuery = z.output<typeof summariesQuery>;

export const summaryQuery = z.object({
  format: optionalQueryWord(SUMMARY_FORMATS),
  timestamps: optionalQueryBoolean(true),
});
export type SummaryQuery = z.output<typeof summaryQuery>;

/** A summary as lists show it, without its content. */
export const summaryEntry = z.object({
  id,
  video_id: z.string().nullable(),
  title: z.string().nullable().describe('Title at the time of the call; null when none is stored'),
  summary_type: z.enum(SUMMARY_TYPES.all).nullable(),
  duration_seconds: z.number().int().nullable().describe('Of the video; null when unknown'),
  created_at: createdAt,
  client: z.string(),
});
const storedSummary = summaryEntry.extend({
  ticks: z
    .array(z.number())
    .nullable()
    .describe('Moments of its sentences in the video, in seconds; null while they cannot be read'),
});
export const summaryList = z.object({
  success: z.literal(true),
  summaries: z.array(storedSummary),
  next: z.string().nullable().describe('Ask again with cursor = this for older ones; null on the last page'),
});
export const summaryAgain = z.object({
  success: z.literal(true),
  data: summarised.shape.data.extend({ id, created_at: createdAt }),
});

const REASONS = [
  'outside_video',
  'no_words',
  'number_not_said',
  'name_not_said',
  'negation_differs',
  'words_not_said',
  'joins_turns',
] as const;
export const verification = z.object({
  success: z.literal(true),
  data: z.object({
    id,
    sentences: z.array(
      z.object({
        text: z.string(),
        start_seconds: z.number(),
        end_seconds: z.number(),
        supported: z.boolean(),
        reasons: z.array(z.enum(REASONS)).describe('Why it is not supported; empty when it is'),
        evidence: z.string().describe('What is said there and up to ten seconds around'),
      }),
    ),
    supported: z.number().int().describe('How many sentences are supported'),
    unsupported: z.number().int(),
    checked_at: z.string(),
  }),
});

export function summaryEntryView(found: StoredSummary): z.output<typeof summaryEntry> {
  const { subject } = found;
  return {
    id: found.callId,
    // Empty for a supplied transcript that names no video.
    video_id: subject?.videoId || null,
    title: subject?.title ?? null,
    summary_type: SUMMARY_TYPES.all.find((word) => word === subject?.summaryType) ?? null,
    duration_seconds: subject?.durationSeconds || null,
    created_at: new Date(found.atMs).toISOString(),
    client: found.client,
  };
}

/** One row of the list (SUM-12). `ticks` are in milliseconds, as in summarisation. */
export function storedSummaryView(found: StoredSummary, ticks: number[] | undefined): z.output<typeof storedSummary> {
  return { ...summaryEntryView(found), ticks: ticks?.map((startMs) => startMs / 1_000) ?? null };
}

/** The sentences of a summary, each with its evidence (SUM-11). A newer summarisation may send a reason that this gateway does not know. */
export function verificationView(
  callId: string,
  { sentences, checkedAtMs }: VerifyResultResponse,
): z.output<typeof verification> {
  const unsupported = sentences.filter(({ reasons }) => reasons.length > 0).length;
  return {
    success: true,
    data: {
      id: callId,
      sentences: sentences.map(({ sentence, reasons, evidence }) => ({
        text: sentence?.text ?? '',
        start_seconds: (sentence?.startMs ?? 0) / 1_000,
        end_seconds: (sentence?.endMs ?? 0) / 1_000,
        supported: reasons.length === 0,
        reasons: reasons.map((reason) => REASONS.find((known) => known === reason) ?? 'words_not_said'),
        evidence,
      })),
      supported: sentences.length - unsupported,
      unsupported,
      checked_at: new Date(checkedAtMs).toISOString(),
    },
  };
}

/** The answer of summarise for a stored summary. */
export function summaryAgainView(
  found: StoredSummary,
  result: Result,
  timestamps: boolean,
): z.output<typeof summaryAgain> {
  const { data } = resultView(result, timestamps);
  return {
    success: true,
    data: { ...data, id: found.callId, created_at: new Date(found.atMs).toISOString() },
  };
}
