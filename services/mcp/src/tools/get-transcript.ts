import { z } from 'zod';
import { ApiFailed } from '../api/api-failed.js';
import { external, NOTICE } from './external-content.js';
import { cursor, url } from './fields.js';
import type { Scope } from './scope.js';
import { type Line, pagedLines, pageOf } from './transcript-pages.js';

export const transcriptInput = z.object({
  url: url(),
  language: z.string().max(35).optional().describe('Language of the captions, as get_video_info lists them'),
  cursor: cursor(),
});
/** The validated arguments of get_transcript. */
export type TranscriptInput = z.output<typeof transcriptInput>;

export const transcriptOutput = z.object({
  next_cursor: z.string().nullable().describe('Call again with it as cursor for the next page; null on the last page'),
  notice: z.string().describe(NOTICE),
  external_content: z.object({
    video_id: z.string(),
    title: z.string(),
    language: z.string(),
    duration_seconds: z.number().nullable(),
    text: z.string().describe('Lines as [minutes:seconds] words'),
  }),
});

const transcript = z.object({
  video_id: z.string(),
  title: z.string(),
  language: z.string(),
  duration_seconds: z.number().nullish(),
  segments: z.array(z.object({ start_seconds: z.number(), text: z.string() })),
});

const DEADLINE_MS = 40_000;

/** What is said in a video, page by page, at no cost. */
export async function getTranscript(input: TranscriptInput, { api, signal }: Scope) {
  if (input.cursor !== undefined) lineOf(input.cursor);
  const { body } = await api.call({
    method: 'POST',
    path: '/api/youtube/transcript',
    body: { url: input.url, ...(input.language !== undefined && { language: input.language }), format: 'segments' },
    deadlineMs: DEADLINE_MS,
    signal,
  });
  const { segments, video_id, title, language, duration_seconds = null } = transcript.parse(body.data);
  const lines = segments.map(({ text, start_seconds }): Line => ({ text, startSeconds: start_seconds }));
  return pagedAnswer({ video_id, title, language, duration_seconds }, lines, input.cursor);
}

type Facts = Omit<z.output<typeof transcriptOutput>['external_content'], 'text'>;

/** The page that `pageCursor` names; throws `cursor_invalid` for a cursor that does not belong to this transcript. */
export function pagedAnswer(facts: Facts, said: Line[], pageCursor: string | undefined) {
  const lines = pagedLines(said);
  const from = pageCursor === undefined ? 0 : lineOf(pageCursor);
  if (from > 0 && from >= lines.length) throw wrongCursor();
  const { text, next } = pageOf(lines, from);
  return { next_cursor: next === undefined ? null : cursorOf(next), ...external({ ...facts, text }) };
}

const cursorOf = (line: number) => `line-${line}`;

function lineOf(text: string): number {
  const [, line] = /^line-(\d{1,7})$/.exec(text) ?? [];
  if (line === undefined) throw wrongCursor();
  return Number(line);
}

function wrongCursor(): ApiFailed {
  return new ApiFailed(
    400,
    'cursor_invalid',
    'cursor does not belong to this transcript. Use the next_cursor of the previous page, or leave cursor out.',
  );
}
