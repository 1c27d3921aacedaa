import type { Result } from '@precis/proto/summarisation/v1/summarisation';
import type { FastifyReply } from 'fastify';
import { summaryMarkdown } from './summary-markdown.js';
import { summarySrt } from './summary-srt.js';

/** What a summary may be answered as (SUM-22). */
export const SUMMARY_FORMATS = ['json', 'md', 'srt'] as const;

/** How a summary is shown; it is the same stored one in every form. `timestamps`: whether its text names moments. */
export interface SummaryForm {
  format: (typeof SUMMARY_FORMATS)[number];
  timestamps: boolean;
}

/** What a success may be beside JSON; a refusal always is JSON. */
export const TEXT_TYPES = ['text/markdown', 'application/x-subrip'] as const;

/** The summary as a text that is no JSON, and its type; undefined where JSON is asked for. */
export function textIn(
  { format, timestamps }: SummaryForm,
  result: Result,
): { type: string; text: string } | undefined {
  const [markdown, subRip] = TEXT_TYPES;
  if (format === 'md') return { type: `${markdown}; charset=utf-8`, text: summaryMarkdown(result, timestamps) };
  if (format === 'srt') return { type: `${subRip}; charset=utf-8`, text: summarySrt(result) };
  return undefined;
}

/** Answers the summary as a text, or with what `json` makes of it. */
export function inForm<T>(result: Result, form: SummaryForm, reply: FastifyReply, json: () => T): T | string {
  const answer = textIn(form, result);
  if (!answer) return json();
  void reply.type(answer.type);
  return answer.text;
}
