import { z } from 'zod';
import { ApiFailed, failureOf } from '../api/api-failed.js';
import type { Scope } from './scope.js';
import { completed, running } from './summary-output.js';
import { FAILED_JOB } from './tool-error.js';

export const getSummaryInput = z.object({
  handle: z.string().min(1).max(64).describe('handle from summarize_video, or id from search_summaries'),
});

/** Shorter than the 50 s after which some clients abandon a call. */
const WAIT_MS = 45_000;
const CALL_DEADLINE_MS = 4_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 3_000;

interface Job {
  status: string;
  result: unknown;
  error: { code: string; message: string } | null;
}

/** Waits for the summary of a job, or reads a stored summary. It costs nothing beyond the unit of the original call. */
export async function getSummary({ handle }: z.output<typeof getSummaryInput>, scope: Scope) {
  const untilMs = performance.now() + WAIT_MS;
  for (let pauseMs = FIRST_PAUSE_MS, tries = 0; ; pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 1.5), tries++) {
    const job = await readJob(handle, scope);
    if (!job) return readStored(handle, scope);
    if (job.status === 'failed')
      throw failureOf(FAILED_JOB, new Headers(), { code: job.error?.code, error: job.error?.message });
    if (job.status === 'completed') {
      if (!job.result) throw new ApiFailed(404, 'summary_not_found', 'This summary was deleted.');
      return completed(job.result, handle, null);
    }
    if (performance.now() + pauseMs + CALL_DEADLINE_MS > untilMs) return running(handle);
    scope.progress(Math.min(95, 10 + 5 * tries), job.status === 'queued' ? 'Waiting in line' : 'Summarising');
    await pause(pauseMs, scope.signal);
  }
}

/** Undefined for a handle that is not a job. */
async function readJob(handle: string, { api, signal }: Scope): Promise<Job | undefined> {
  const path = `/api/youtube/jobs/${encodeURIComponent(handle)}`;
  try {
    const { body } = await api.call({ method: 'GET', path, deadlineMs: CALL_DEADLINE_MS, signal });
    return body.data as Job;
  } catch (error) {
    if (error instanceof ApiFailed && error.status === 404) return undefined;
    throw error;
  }
}

async function readStored(handle: string, { api, signal }: Scope) {
  const path = `/api/youtube/summaries/${encodeURIComponent(handle)}`;
  const { body } = await api.call({ method: 'GET', path, deadlineMs: CALL_DEADLINE_MS, signal });
  return completed(body.data, handle, null);
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const left = () => (clearTimeout(timer), reject(signal.reason as Error));
    const timer = setTimeout(() => (signal.removeEventListener('abort', left), resolve()), ms);
    signal.addEventListener('abort', left, { once: true });
  });
}
