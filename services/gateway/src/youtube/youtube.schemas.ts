import type { Result } from '@precis/proto/summarisation/v1/summarisation';
import { z } from 'zod';
import { optionalText, optionalWord, requiredText } from '../http/input-fields.js';
import { SUMMARY_TYPES, summaryTypeWord } from './summary-type.js';

const MAX_URL_LENGTH = 2_048;
const MAX_PROMPT_LENGTH = 2_000;

export const summariseBody = z.object({
  url: requiredText(MAX_URL_LENGTH),
  custom_prompt: optionalText(MAX_PROMPT_LENGTH),
  summary_type: optionalWord(SUMMARY_TYPES),
});
export const infoBody = z.object({ url: requiredText(MAX_URL_LENGTH) });

/** Under `data` (API-7), with the fields of SUM-6. */
export const summarised = z.object({
  success: z.literal(true),
  data: z.object({
    video_id: z.string(),
    title: z.string(),
    transcript_length: z.number().int().describe('Characters'),
    summary: z.string(),
    summary_type: z.enum(SUMMARY_TYPES),
    sentences: z
      .array(z.object({ start_seconds: z.number(), text: z.string() }))
      .describe('Every sentence of the summary with its place in the video'),
    language: z.string(),
    engine: z.string(),
    duration_seconds: z.number().int().nullable().describe('Of the video; null when unknown'),
    focus_applied: z.boolean().describe('True when custom_prompt steered the summary'),
  }),
});
export const info = z.object({
  success: z.literal(true),
  data: z.object({
    video_id: z.string(),
    title: z.string(),
    transcript_available: z.boolean(),
    available_languages: z.array(z.string()),
    languages: z.array(z.object({ code: z.string(), name: z.string(), is_generated: z.boolean() })),
    duration_seconds: z.number().int().nullable(),
  }),
});

export type SummariseBody = z.output<typeof summariseBody>;
export type InfoBody = z.output<typeof infoBody>;

/** A result as the API shows it (SUM-6): what is not named here is not answered. */
export function resultView(result: Result): z.output<typeof summarised> {
  return {
    success: true,
    data: {
      video_id: result.videoId,
      title: result.title,
      transcript_length: result.transcriptLength,
      summary: result.summary,
      summary_type: summaryTypeWord(result.summaryType),
      sentences: result.sentences.map(({ startMs, text }) => ({ start_seconds: startMs / 1000, text })),
      language: result.language,
      engine: result.engine,
      duration_seconds: result.durationSeconds || null,
      focus_applied: result.focusApplied,
    },
  };
}
