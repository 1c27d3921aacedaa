import { z } from 'zod';
import { external, NOTICE } from './external-content.js';
import { url } from './fields.js';
import type { Scope } from './scope.js';

export const videoInfoInput = z.object({ url: url() });

const facts = z.object({
  video_id: z.string(),
  title: z.string(),
  duration_seconds: z.number().nullable(),
  transcript_available: z.boolean(),
  languages: z
    .array(z.object({ code: z.string(), name: z.string(), is_generated: z.boolean() }))
    .describe('Languages of the captions'),
});
export const videoInfoOutput = z.object({
  notice: z.string().describe(NOTICE),
  external_content: facts,
});

const DEADLINE_MS = 15_000;

/** Title, duration and languages of a video, at no cost. */
export async function getVideoInfo(input: z.output<typeof videoInfoInput>, { api, signal }: Scope) {
  const call = { method: 'POST', path: '/api/youtube/info', body: input, deadlineMs: DEADLINE_MS, signal } as const;
  const { body } = await api.call(call);
  return external(facts.parse(body.data));
}
