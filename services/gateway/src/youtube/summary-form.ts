import type { Result } from '@precis/proto/summarisation/v1/summarisation';
import type { FastifyReply } from 'fastify';
import { summaryMarkdown } from './summary-markdown.js';
import { summarySrt } from './summary-srt.js';

/** The formats of a summary (SUM-22). */
export const SUMMARY_FORMATS = ['json', 'md', 'srt'] as const;

/** How a summary is shown. Every form shows the same stored summary. `timestamps`: whether its text names moments. */
export interface SummaryForm {
  format: (typeof SUMMARY_FORMATS)[number];
  timestamps: boolean;
}

/** Media types of a success besides JSON; a refusal is always JSON. */
export const TEXT_TYPES = ['text/markdown', 'application/x-subrip'] as const;

/** Renders the summary as Markdown or subtitles, with its media type. Undefined when JSON is requested. */
export function textIn(
  { format, timestamps }: SummaryForm,
  result: Result,
): { type: string; text: string } | undefined {
  const [markdown, subRip] = TEXT_TYPES;
  if (format === 'md') return { type: `${markdown}; charset=utf-8`, text: summaryMarkdown(result, timestamps) };
  if (format === 'srt') return { type: `${subRip}; charset=utf-8`, text: summarySrt(result) };
  return undefined;
}

/** Answers with the summary as a text, or with the result of `json`. */
export function inForm<T>(result: Result, form: SummaryForm, reply: FastifyReply, json: () => T): T | string {
  const answer = textIn(form, result);
  if (!answer) return json();
  void reply.type(answer.type);
  return answer.text;
}
