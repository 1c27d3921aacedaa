import { type Job, JobState } from '@precis/proto/summarisation/v1/summarisation';
import { z } from 'zod';
import type { ReadableJob } from './read-job.usecase.js';
import { resultView, summarised } from './youtube.schemas.js';

const STATUSES = ['queued', 'running', 'completed', 'failed'] as const;

const jobFields = z.object({
  job_id: z.string().describe('Also the id of its summary, once it is completed'),
  status: z.enum(STATUSES),
  created_at: z.string(),
});
export const acceptedJob = z.object({ success: z.literal(true), data: jobFields });
export const readJob = z.object({
  success: z.literal(true),
  data: jobFields.extend({
    finished_at: z.string().nullable(),
    error: z
      .object({ code: z.string(), message: z.string() })
      .nullable()
      .describe('Of a failed job: its error code and a sentence for people. A failed job costs nothing'),
    result: summarised.shape.data
      .nullable()
      .describe('Of a completed job: the data of a summarise answer; null once the summary was deleted'),
  }),
});

/** A newer summarisation may send an unknown state for a job that has not finished. */
const WORDS: Partial<Record<JobState, (typeof STATUSES)[number]>> = {
  [JobState.JOB_STATE_QUEUED]: 'queued',
  [JobState.JOB_STATE_COMPLETED]: 'completed',
  [JobState.JOB_STATE_FAILED]: 'failed',
};

function fieldsOf({ jobId, state, createdAtMs }: Job): z.output<typeof jobFields> {
  return { job_id: jobId, status: WORDS[state] ?? 'running', created_at: new Date(createdAtMs).toISOString() };
}

export function acceptedJobView(job: Job): z.output<typeof acceptedJob> {
  return { success: true, data: fieldsOf(job) };
}

export function readJobView({ job, result }: ReadableJob): z.output<typeof readJob> {
  const { finishedAtMs, errorCode: code, errorMessage: message } = job;
  return {
    success: true,
    data: {
      ...fieldsOf(job),
      finished_at: finishedAtMs === 0 ? null : new Date(finishedAtMs).toISOString(),
      error: code === '' ? null : { code, message },
      result: result ? resultView(result, true).data : null,
    },
  };
}
