import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { ApiFailed } from '../api/api-failed.js';
import { DeadlineMissed } from '../api/precis-api.client.js';
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
/** The validated arguments of summarize_video. */
export type SummarizeInput = z.output<typeof summarizeInput>;

/** Clients abandon a call after 60 s, some after 50. A summary that is not ready by this time becomes a job, which takes some more seconds. */
export const USUAL_WAIT_MS = 36_000;
const JOB_DEADLINE_MS = 5_000;
/** The time in which a job must be accepted, with all retries. */
const ACCEPTED_MS = 12_000;
const JOB_TRIES = 3;
/** The unit of an abandoned call may take this long to be returned. */
const COMING_BACK_MS = 2_000;
/** The time in which we ask whether an abandoned call was charged after all. */
const LOOK_MS = 4_000;
/** The service needs this long to notice that a call was abandoned. Its key stays in use until then. */
const LEFT_MS = 500;

/**
 * Spends one unit of the quota on a summary. The call is a stream, which costs nothing when its client leaves. A summary that takes longer than
 * clients wait continues as a job (SUM-13): the service goes on computing, and the job reuses the work.
 *
 * A lost answer may have been charged: the same key returns it at no cost (QUOTA-11). Stream and job have separate keys, because they are different
 * calls.
 */
export async function summarizeVideo(input: SummarizeInput, scope: Scope, transcript?: object) {
  scope.progress(5, 'Asking for the video');
  const until = performance.now() + scope.waitMs;
  const call = { input, scope, transcript, key: randomUUID() };
  try {
    return (await streamed(call, scope.waitMs).catch((error: unknown) => {
      if (!isLost(error) || error instanceof DeadlineMissed) throw error;
      return whileInUse(scope, until, error as Error, (leftMs) => streamed(call, leftMs));
    }))!;
  } catch (error) {
    if (!(error instanceof DeadlineMissed)) throw error;
    const charged = await chargedBefore(call);
    if (charged) return charged;
    if (transcript) throw error;
    return running(await startJob(input, scope));
  }
}

interface StreamCall {
  input: SummarizeInput;
  scope: Scope;
  transcript: object | undefined;
  key: string;
}

/** `isLook`: returns undefined as soon as it is known that the summary must still be made; then nothing is charged. */
function streamed({ input, scope, transcript, key }: StreamCall, deadlineMs: number, isLook = false) {
  const { api, signal, progress } = scope;
  let quota: Quota | null = null;
  const call = {
    method: 'POST',
    path: '/api/youtube/summarize',
    body: { ...input, ...transcript },
    headers: { 'idempotency-key': key },
    deadlineMs,
    signal,
  } as const;
  return api
    .stream(call, ({ event, data }) => {
      if (event === 'error') throw failureOfEvent(data);
      const isReading = event === 'progress' && data.stage === 'reading';
      if (isReading && isLook) return { summary: undefined };
      if (isReading) progress(30, 'Reading the captions and summarising');
      if (event === 'progress' && data.stage === 'writing') progress(90, 'The summary is written');
      if (event === 'usage') quota = quotaOf(data.limit, data.remaining, data.reset);
      if (event !== 'done') return undefined;
      progress(100, 'Done');
      return { summary: completed(data, null, quota, Boolean(input.custom_prompt)) };
    })
    .then(({ summary }) => summary);
}

/** Reads the summary of a call that was abandoned just when it was charged. Any other outcome is reported by the job. */
async function chargedBefore(call: StreamCall) {
  const { scope } = call;
  const until = performance.now() + LOOK_MS;
  return whileInUse(scope, until, new DeadlineMissed(), (leftMs) => streamed(call, leftMs, true)).catch(() => {
    scope.signal.throwIfAborted();
    return undefined;
  });
}

/** Retries while the service has not noticed yet that the first call with the key was abandoned. Throws `otherwise` when the time is over. */
async function whileInUse<T>(
  { signal }: Scope,
  until: number,
  otherwise: Error,
  ask: (leftMs: number) => Promise<T>,
): Promise<T> {
  for (;;) {
    await pause(LEFT_MS);
    signal.throwIfAborted();
    const leftMs = until - performance.now();
    if (leftMs <= 0) throw otherwise;
    try {
      return await ask(leftMs);
    } catch (error) {
      if (!isInUse(error)) throw error;
    }
  }
}

/** Starts a job. When its client left before the answer, the job is cancelled: nobody could read it, and it must not be charged (MCP-10). */
async function startJob(input: SummarizeInput, { api, signal, progress }: Scope): Promise<string> {
  progress(50, 'A long video: it goes on as a job');
  const handle = await create(input, api, signal);
  if (!signal.aborted) return handle;
  const path = `/api/youtube/jobs/${encodeURIComponent(handle)}`;
  const cancel = () =>
    api.call({ method: 'DELETE', path, deadlineMs: JOB_DEADLINE_MS, signal: new AbortController().signal });
  await cancel().catch((error: unknown) => {
    if (!isLost(error)) throw error;
    return cancel();
  });
  throw signal.reason;
}

async function create(input: SummarizeInput, api: Scope['api'], left: AbortSignal): Promise<string> {
  const key = randomUUID();
  const until = performance.now() + ACCEPTED_MS;
  let mayBeThere = false;
  for (let tries = 1; ; tries++) {
    // A job that may exist is requested also when its client has left, so that it can be cancelled.
    if (!mayBeThere) left.throwIfAborted();
    try {
      const { body } = await api.call({
        method: 'POST',
        path: '/api/youtube/summarize',
        body: input,
        headers: { prefer: 'respond-async', 'idempotency-key': key },
        deadlineMs: Math.max(1, Math.min(JOB_DEADLINE_MS, until - performance.now())),
        // Not the client's signal: we must find out whether the job exists.
        signal: new AbortController().signal,
      });
      return String((body.data as { job_id?: unknown }).job_id);
    } catch (error) {
      mayBeThere ||= isLost(error);
      const again = isLost(error) || isInUse(error) ? LEFT_MS : isUnitOut(error) ? COMING_BACK_MS : undefined;
      if (again === undefined || tries >= JOB_TRIES || performance.now() + again >= until) throw error;
      await pause(again);
    }
  }
}

/** Whether a unit is still reserved and may be returned. */
function isUnitOut(error: unknown): boolean {
  if (!(error instanceof ApiFailed)) return false;
  return error.code === 'quota_exceeded' && error.about.retryAfterSeconds !== undefined;
}

function isInUse(error: unknown): boolean {
  return error instanceof ApiFailed && error.code === 'idempotency_key_in_use';
}

/** Whether the answer is missing or incomplete: the call may have had its effect. */
function isLost(error: unknown): boolean {
  return error instanceof ApiFailed && ['no_answer_in_time', 'unreachable', 'connection_lost'].includes(error.code);
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
