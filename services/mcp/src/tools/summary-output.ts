import { z } from 'zod';
import { external } from './external-content.js';

const quota = z.object({
  limit: z.number().int(),
  remaining: z.number().int(),
  resets_at: z.string().nullable(),
});
/** The account's videos of the current month. `resets_at` is an ISO time, or null when the API did not name it. */
export type Quota = z.output<typeof quota>;

/** The output of summarize_video and get_summary. */
export const summaryOutput = z.object({
  status: z.enum(['completed', 'running']).describe('running: call get_summary with handle'),
  handle: z.string().nullable().describe('Reads this summary again with get_summary, at no cost'),
  next_step: z.string().nullable(),
  quota: quota.nullable().describe('Videos of this month after this call; null when the call did not change them'),
  notice: z.string(),
  external_content: z
    .object({
      title: z.string(),
      video_id: z.string(),
      summary: z.string().describe('Text of the summary, with the moments of the video at which things are said'),
      summary_type: z.string(),
      language: z.string(),
      duration_seconds: z.number().nullable(),
      chapters: z.array(z.object({ start_seconds: z.number(), title: z.string() })),
      warnings: z
        .array(z.string())
        .describe('Parts of the video or of custom_prompt that were not followed or could not be read'),
    })
    .nullable(),
});

/** The fields of the API's `data` that are read here; a newer API may have more. */
const summarised = z.object({
  title: z.string(),
  video_id: z.string(),
  summary: z.string(),
  summary_type: z.string(),
  language: z.string(),
  duration_seconds: z.number().nullable(),
  focus_applied: z.boolean(),
  focus_reason: z.string().nullable(),
  chapters: z.array(z.object({ start_seconds: z.number(), title: z.string() })),
  warnings: z.array(z.object({ code: z.string(), field: z.string() })),
});

/** The output for a finished summary. `quotaAfter`: null when the call did not change the quota. `hasPrompt`: the request had a custom_prompt. */
export function completed(data: unknown, handle: string | null, quotaAfter: Quota | null, hasPrompt = false) {
  const { focus_applied: isApplied, focus_reason: reason, chapters, warnings, ...rest } = summarised.parse(data);
  const remarks = [
    ...warnings.map(({ code, field }) => `${field}: ${code}`),
    ...(hasPrompt && !isApplied ? [`custom_prompt was not applied${reason ? `: ${reason}` : ''}`] : []),
  ];
  return {
    status: 'completed' as const,
    handle,
    next_step: null,
    quota: quotaAfter,
    ...external({
      ...rest,
      chapters: chapters.map(({ start_seconds, title }) => ({ start_seconds, title })),
      warnings: [...new Set(remarks)],
    }),
  };
}

/** A summary that is still being made. */
export function running(handle: string) {
  return {
    status: 'running' as const,
    handle,
    next_step: `Call get_summary with handle ${handle}. It waits up to 45 s for the summary and costs nothing more. Do not call summarize_video again: that would cost another unit.`,
    quota: null,
    notice: 'The summary is not there yet.',
    external_content: null,
  };
}

/** The quota, from an event or from headers. */
export function quotaOf(limit: unknown, remaining: unknown, resetSeconds: unknown): Quota | null {
  const [all, left, reset] = [limit, remaining, resetSeconds].map((value) =>
    value === null || value === undefined || value === '' ? Number.NaN : Number(value),
  );
  if (!Number.isInteger(all) || !Number.isInteger(left)) return null;
  return {
    limit: all,
    remaining: left,
    resets_at: Number.isFinite(reset) ? new Date(reset * 1_000).toISOString() : null,
  };
}
