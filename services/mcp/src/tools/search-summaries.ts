import { z } from 'zod';
import { external, NOTICE } from './external-content.js';
import { cursor } from './fields.js';
import type { Scope } from './scope.js';

export const searchInput = z.object({
  query: z.string().max(200).optional().describe('Part of a title; absent: all, newest first'),
  cursor: cursor(),
});

const entry = z.object({
  id: z.string().describe('handle for get_summary'),
  video_id: z.string().nullable(),
  title: z.string().nullable(),
  summary_type: z.string().nullable(),
  duration_seconds: z.number().nullable(),
  created_at: z.string(),
});
export const searchOutput = z.object({
  next_cursor: z.string().nullable().describe('null on the last page'),
  notice: z.string().describe(NOTICE),
  external_content: z.object({ summaries: z.array(entry) }),
});

const DEADLINE_MS = 10_000;

/** The account's summaries of the last 30 days, at no cost. */
export async function searchSummaries(input: z.output<typeof searchInput>, { api, signal }: Scope) {
  const asked = new URLSearchParams({
    ...(input.query !== undefined && { q: input.query }),
    ...(input.cursor !== undefined && { cursor: input.cursor }),
  });
  const path = `/api/youtube/summaries${asked.size > 0 ? `?${asked}` : ''}`;
  const { body } = await api.call({ method: 'GET', path, deadlineMs: DEADLINE_MS, signal });
  const { summaries, next } = z.object({ summaries: z.array(entry), next: z.string().nullable() }).parse(body);
  return { next_cursor: next, ...external({ summaries }) };
}
