import type { Result, Span } from '@precis/proto/summarisation/v1/summarisation';
import { z } from 'zod';
import {
  optionalLanguage,
  optionalBoolean,
  optionalText,
  optionalWord,
  requiredText,
  textUnless,
} from '../http/input-fields.js';
import { optionalTranscript } from './supplied-transcript.js';
import { SUMMARY_FORMATS, type SummaryForm } from './summary-form.js';
import { textWithoutMoments } from './summary-text.js';
import { SUMMARY_TYPES } from './summary-type.js';

export const MAX_URL_LENGTH = 2_048;
export const MAX_PROMPT_LENGTH = 2_000;
const MAX_TITLE_LENGTH = 300;

/** The body of summarise: a video or a transcript (SUM-10). */
export const summariseBody = z
  .object({
    url: textUnless('transcript', MAX_URL_LENGTH),
    transcript: optionalTranscript(),
    title: optionalText(MAX_TITLE_LENGTH),
    custom_prompt: optionalText(MAX_PROMPT_LENGTH),
    summary_type: optionalWord(SUMMARY_TYPES.all),
    language: optionalLanguage(),
    timestamps: optionalBoolean(true),
    format: optionalWord(SUMMARY_FORMATS),
  })
  .superRefine(({ url, transcript }, context) => {
    if (url === undefined && transcript === undefined) context.addIssue({ code: 'custom', path: ['url'] });
  })
  // Not expressed as anyOf: client generators, including ours, would lose the types of all fields.
  .meta({ 'x-required-one-of': ['url', 'transcript'] });
export const infoBody = z.object({ url: requiredText(MAX_URL_LENGTH) });

const span = z.object({ start_seconds: z.number(), end_seconds: z.number() });
const FOCUS_REASONS = ['style', 'language', 'format', 'not_found'] as const;
const CHAPTER_SOURCES = ['creator', 'model', 'lexical'] as const;
const TRANSCRIPT_SOURCES = ['youtube', 'supplied'] as const;
const WARNED_FIELDS = ['transcript', 'title', 'chapters', 'custom_prompt'] as const;

/** The content of `data` (API-7), with the fields of SUM-6. */
export const summarised = z.object({
  success: z.literal(true),
  data: z.object({
    video_id: z.string().describe('Empty for a supplied transcript without a url'),
    title: z.string(),
    transcript_length: z.number().int().describe('Characters'),
    summary: z.string(),
    summary_type: z.enum(SUMMARY_TYPES.all),
    sentences: z
      .array(
        z.object({
          start_seconds: z.number(),
          text: z.string(),
          end_seconds: z
            .number()
            .nullable()
            .describe('End of the part of the video that supports the sentence; null when unknown'),
          citations: z
            .array(span)
            .describe('The parts of the video that support the sentence; empty when end_seconds is null'),
        }),
      )
      .describe('Every sentence of the summary with its place in the video'),
    language: z.string(),
    engine: z.string(),
    duration_seconds: z.number().int().nullable().describe('Of the video; null when unknown'),
    focus_applied: z.boolean().describe('True when custom_prompt steered the summary'),
    focus_reason: z
      .enum(FOCUS_REASONS)
      .nullable()
      .describe(
        'Why custom_prompt was not applied: it asks for a style, a language or a format, or nothing is said of it',
      ),
    chapters: z.array(span.extend({ title: z.string(), source: z.enum(CHAPTER_SOURCES), approximate: z.boolean() })),
    warnings: z
      .array(
        z.object({
          code: z.string(),
          field: z.enum(WARNED_FIELDS),
          start_seconds: z.number().nullable(),
          end_seconds: z.number().nullable(),
          detail: z
            .string()
            .optional()
            .describe('For cue_left_out: the line of the cue in the subtitles, and the reason'),
        }),
      )
      .describe(
        'Parts of the transcript, title, chapters or custom_prompt that were not followed or could not be read',
      ),
    not_covered: z.array(span).describe('Parts of the video of which a detailed summary says nothing'),
    dropped_sentences: z
      .number()
      .int()
      .describe('Number of sentences that were removed because the transcript does not support them'),
    transcript_source: z.enum(TRANSCRIPT_SOURCES).describe('supplied: the transcript came with the request'),
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
/** The form of the summary that a body asks for; the default is JSON with moments. */
export function formOf({ format = 'json', timestamps }: Pick<SummariseBody, 'format' | 'timestamps'>): SummaryForm {
  return { format, timestamps };
}
export type InfoBody = z.output<typeof infoBody>;

/** A result as the API shows it (SUM-6): fields that are not named here are not sent. Without `timestamps`, its text names no moments. */
export function resultView(result: Result, timestamps: boolean): z.output<typeof summarised> {
  return {
    success: true,
    data: {
      video_id: result.videoId,
      title: result.title,
      transcript_length: result.transcriptLength,
      summary: timestamps ? result.summary : textWithoutMoments(result),
      summary_type: SUMMARY_TYPES.wordOf(result.summaryType),
      sentences: result.sentences.map(({ startMs, endMs, text }) => ({
        start_seconds: startMs / 1000,
        text,
        end_seconds: endMs > 0 ? endMs / 1000 : null,
        citations: endMs > 0 ? [seconds({ startMs, endMs })] : [],
      })),
      language: result.language,
      engine: result.engine,
      duration_seconds: result.durationSeconds || null,
      focus_applied: result.focusApplied,
      focus_reason: knownWord(FOCUS_REASONS, result.focusReason) ?? null,
      chapters: result.chapters.map(({ title, source, ...span }) => ({
        ...seconds(span),
        title,
        source: knownWord(CHAPTER_SOURCES, source) ?? 'lexical',
        approximate: source !== 'creator' && source !== 'model',
      })),
      warnings: result.warnings.map(({ code, field, span, detail }) => ({
        code,
        field: knownWord(WARNED_FIELDS, field) ?? 'transcript',
        ...(span ? seconds(span) : { start_seconds: null, end_seconds: null }),
        ...(detail !== undefined && { detail }),
      })),
      not_covered: result.notCovered.map(seconds),
      dropped_sentences: result.droppedSentences,
      transcript_source: knownWord(TRANSCRIPT_SOURCES, result.transcriptSource) ?? 'youtube',
    },
  };
}

function seconds({ startMs, endMs }: Span): { start_seconds: number; end_seconds: number } {
  return { start_seconds: startMs / 1000, end_seconds: endMs / 1000 };
}

/** Undefined for a word of a newer summarisation that this gateway does not know. */
function knownWord<W extends string>(words: readonly W[], word: string): W | undefined {
  return words.find((known) => known === word);
}
