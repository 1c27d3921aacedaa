import { randomUUID } from 'node:crypto';
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
/** All the time in which a job has to be accepted, and how often it is asked for meanwhile. */
const ACCEPTED_MS = 12_000;
const JOB_TRIES = 3;
/** The unit of the call that was given up may take a moment to come back. */
const COMING_BACK_MS = 2_000;
/** All the time in which a call that was given up is asked whether it was charged after all. */
const LOOK_MS = 4_000;
/** Until the service knows that a call was left, whose key is in use until then. */
const LEFT_MS = 500;

/**
 * One unit of the quota for a summary. The call is a stream, which costs nothing when its client leaves. What takes longer than a client waits
 * goes on as a job (SUM-13): the service computes on meanwhile, and the job takes up what was begun.
 *
 * An answer that is lost may have been charged: the same key gets it at no cost (QUOTA-11). Stream and job have a key each, for they are
 * different calls.
 */
export async function summarizeVideo(input: SummarizeInput, scope: Scope, transcript?: object) {
  scope.progress(5, 'Asking for the video');
  const until = performance.now() + scope.waitMs;
  const call = { input, scope, transcript, key: randomUUID() };
  try {
    return (await streamed(call, scope.waitMs).catch((error: unknown) => {
      if (!isLost(error) || error instanceof Late) throw error;
      return whileInUse(scope, until, error as Error, (leftMs) => streamed(call, leftMs));
    }))!;
  } catch (error) {
    if (!(error instanceof Late)) throw error;
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

/** `isLook`: undefined as soon as it is known that the summary is yet to be made; nothing is charged then. */
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

/** The summary of a call that was given up at the very moment at which it was charged. Whatever else is said here, the job says it too. */
async function chargedBefore(call: StreamCall) {
  const { scope } = call;
  const until = performance.now() + LOOK_MS;
  return whileInUse(scope, until, new Late(), (leftMs) => streamed(call, leftMs, true)).catch(() => {
    scope.signal.throwIfAborted();
    return undefined;
  });
}

/** The service may not know yet that the first call with the key was left. Throws `otherwise` when it does not learn it in time. */
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

/** A job whose client left before it heard of it is cancelled: it could never be read, and must not be charged (MCP-10). */
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
    // One that may be there is asked for also when its client has left, so that it can be cancelled.
    if (!mayBeThere) left.throwIfAborted();
    try {
      const { body } = await api.call({
        method: 'POST',
        path: '/api/youtube/summarize',
        body: input,
        headers: { prefer: 'respond-async', 'idempotency-key': key },
        deadlineMs: Math.max(1, Math.min(JOB_DEADLINE_MS, until - performance.now())),
        // Not that of the client: whether there is a job must be known.
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

/** A unit is reserved that may come back. */
function isUnitOut(error: unknown): boolean {
  if (!(error instanceof ApiFailed)) return false;
  return error.code === 'quota_exceeded' && error.about.retryAfterSeconds !== undefined;
}

function isInUse(error: unknown): boolean {
  return error instanceof ApiFailed && error.code === 'idempotency_key_in_use';
}

/** No answer came, or not all of it: the call may have had its effect. */
function isLost(error: unknown): boolean {
  return error instanceof ApiFailed && ['no_answer_in_time', 'unreachable', 'connection_lost'].includes(error.code);
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
