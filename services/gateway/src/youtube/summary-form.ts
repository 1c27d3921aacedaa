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

/** Answers the summary as a text, or with what `json` makes of it. */
export function inForm<T>(
  result: Result,
  { format, timestamps }: SummaryForm,
  reply: FastifyReply,
  json: () => T,
): T | string {
  if (format === 'json') return json();
  const [markdown, subRip] = TEXT_TYPES;
  void reply.type(`${format === 'md' ? markdown : subRip}; charset=utf-8`);
  return format === 'md' ? summaryMarkdown(result, timestamps) : summarySrt(result);
}
