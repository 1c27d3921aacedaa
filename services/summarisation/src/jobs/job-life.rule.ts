/**
 * A job ends as completed, or as failed with the refusal of a waiting call. A temporary refusal is retried with growing delays until the job is 15
 * minutes old (SUM-13). A job is deleted 6 days after its end, so that none is left when its account is erased (DATA-13).
 */

import type { DomainError } from '@precis/runtime/domain-error';

export const JOB_LIFE_MS = 15 * 60_000;
export const JOB_KEPT_MS = 6 * 24 * 3_600_000;
/** Without this limit, a job that crashes its process would do so for a quarter of an hour. */
export const MAX_TRIES = 10;

/** Why there is no summary: a code for programs and a sentence for people. */
export interface Failure {
  code: string;
  message: string;
}

/** A failure that is detected here; its code is in the table (API-28). */
type OwnFailure = Failure & { code: DomainError['code'] };

export const EXPIRED: OwnFailure = {
  code: 'job_expired',
  message: 'The video could not be summarised within 15 minutes. Nothing was charged.',
};
const CRASHED: OwnFailure = {
  code: 'summary_failed',
  message: 'Something went wrong on our side. Nothing was charged.',
};

/** Whether it is too old, or was started too often, for another attempt. `tries`: attempts so far. */
export function isOver({ createdAt, tries }: { createdAt: Date; tries: number }, now: Date): boolean {
  return now.getTime() - createdAt.getTime() >= JOB_LIFE_MS || tries >= MAX_TRIES;
}

/**
 * The end of a job after a failed attempt; undefined when the failure may be temporary and another attempt follows. `refusal` is null for an
 * internal fault; `tries` includes this attempt. A job whose next attempt would come after its end fails now: otherwise it would hold its unit and
 * its place until then.
 */
export function endAfter(
  refusal: DomainError | null,
  job: { createdAt: Date; tries: number },
  nextTry: Date,
): Failure | undefined {
  const mayPass = refusal === null || refusal.kind === 'unavailable' || refusal.kind === 'exhausted';
  if (mayPass && !isOver(job, nextTry)) return undefined;
  return refusal ? { code: refusal.code, message: refusal.publicMessage } : CRASHED;
}
