import { z } from 'zod';
import { ApiFailed } from '../api/api-failed.js';
import { Late } from '../api/precis-api.client.js';
import { failureOfEvent } from './failed-event.js';
import { url } from './fields.js';
import type { Scope } from './scope.js';
import { completed, type Quota, quotaOf, running } from './summary-output.js';

export const summarizeInput = z.object({
  url: url(),
  summary_type: z
    .enum(['auto', 'short', 'detail'])
    .optional()
    .describe('short: 2 to 3 sentences; auto: an overview with key points (the default); detail: by chapters'),
  custom_prompt: z.string().max(2_000).optional().describe('What the summary should be about, such as "the costs"'),
  language: z.string().max(35).optional().describe('Of the summary, such as "en"; absent: the language of the video'),
});
export type SummarizeInput = z.output<typeof summarizeInput>;

/** Clients abandon a call after 60 s, some after 50. A summary that is not ready by now becomes a job, which takes some more seconds. */
export const USUAL_WAIT_MS = 36_000;
const JOB_DEADLINE_MS = 5_000;
/** The unit of the abandoned call may take a moment to come back. */
const JOB_TRIES = 2;
const COMING_BACK_MS = 2_000;

/**
 * Makes a summary for one unit of the quota. The call is a stream, which costs nothing when its client leaves. A summary that takes
 * longer than a client waits goes on as a job (SUM-13): the service keeps computing, and the job continues that work.
 */
export async function summarizeVideo(input: SummarizeInput, scope: Scope, transcript?: object) {
  scope.progress(5, 'Asking for the video');
  try {
    return await streamed(input, scope, transcript);
  } catch (error) {
    if (!(error instanceof Late) || transcript) throw error;
    return running(await startJob(input, scope));
  }
}

function streamed(input: SummarizeInput, { api, signal, progress, waitMs }: Scope, transcript?: object) {
  let quota: Quota | null = null;
  const call = {
    method: 'POST',
    path: '/api/youtube/summarize',
    body: { ...input, ...transcript },
    deadlineMs: waitMs,
    signal,
  } as const;
  return api.stream(call, ({ event, data }) => {
    if (event === 'error') throw failureOfEvent(data);
    if (event === 'progress' && data.stage === 'reading') progress(30, 'Reading the captions and summarising');
    if (event === 'progress' && data.stage === 'writing') progress(90, 'The summary is written');
    if (event === 'usage') quota = quotaOf(data.limit, data.remaining, data.reset);
    if (event !== 'done') return undefined;
    progress(100, 'Done');
    return completed(data, null, quota, Boolean(input.custom_prompt));
  });
}

/** If the client leaves before it gets the handle, the job is cancelled: it could never be read, and must not be charged (MCP-10). */
async function startJob(input: SummarizeInput, { api, signal, progress }: Scope): Promise<string> {
  progress(50, 'A long video: it goes on as a job');
  const handle = await create(input, api, signal);
  if (!signal.aborted) return handle;
  const path = `/api/youtube/jobs/${encodeURIComponent(handle)}`;
  await api.call({ method: 'DELETE', path, deadlineMs: JOB_DEADLINE_MS, signal: new AbortController().signal });
  throw signal.reason;
}

async function create(input: SummarizeInput, api: Scope['api'], left: AbortSignal): Promise<string> {
  for (let tries = 1; ; tries++) {
    left.throwIfAborted();
    try {
      const { body } = await api.call({
        method: 'POST',
        path: '/api/youtube/summarize',
        body: input,
        headers: { prefer: 'respond-async' },
        deadlineMs: JOB_DEADLINE_MS,
        // Not the client's signal, because the call must learn whether there is a job.
        signal: new AbortController().signal,
      });
      return String((body.data as { job_id?: unknown }).job_id);
    } catch (error) {
      const mayPass =
        error instanceof ApiFailed && error.code === 'quota_exceeded' && error.about.retryAfterSeconds !== undefined;
      if (!mayPass || tries >= JOB_TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, COMING_BACK_MS));
    }
  }
}
