import type { DomainError } from '@precis/runtime/domain-error';

/**
 * The life of an item of a batch. The item waits until its turn comes (SUM-27). Then it has 15 minutes to become a job (QUOTA-23). The job has its
 * own time limit (SUM-13). Normally the event of the job's end ends the item. In two cases the item gets no event: the event is lost, or, during a
 * rollout, a copy of the previous release handled it, which knows no items. In both cases the state of the metered call decides how the item ended.
 */

export const MOST_ITEMS = 100;
/** A batch and its items are kept after its end as long as a job (SUM-30). */
export const BATCH_KEPT_MS = 6 * 24 * 3_600_000;
/** How long after the creation of its batch an item may begin. */
const WAITING_MOST_MS = 24 * 3_600_000;
/** How long an item that has begun may take to be accepted as a job. */
const STARTING_MOST_MS = 15 * 60_000;
/** Longer than the hour after which the unit of an unfinished job is given back. */
export const ENDING_MOST_MS = 70 * 60_000;
/** An item whose call was decided ends without its event this long after the item began. */
export const DECIDED_MOST_MS = 60_000;

/** Why there is no summary: a code for programs and a sentence for people. */
export interface Failure {
  code: string;
  message: string;
}

/** A failure that usage itself finds; its code is in the table of error codes (API-28). */
type OwnFailure = Failure & { code: DomainError['code'] };

export const QUOTA_EXCEEDED: OwnFailure = {
  code: 'quota_exceeded',
  message: 'Monthly video limit reached. Please upgrade your plan or wait for the reset.',
};
export const RELEASED: OwnFailure = {
  code: 'quota_released',
  message: 'The summary took too long and was not charged.',
};
export const EXPIRED: OwnFailure = {
  code: 'job_expired',
  message: 'The video could not be summarised within 15 minutes. Nothing was charged.',
};
export const WAITED_TOO_LONG: OwnFailure = {
  code: 'batch_expired',
  message: 'The video was not started within a day. Nothing was charged.',
};

/** Whether it is too late to begin an item. */
export function isTooLate(createdAt: Date, now: Date): boolean {
  return now.getTime() - createdAt.getTime() >= WAITING_MOST_MS;
}

/** Whether an item that has begun must be ended now. */
export function isOver(startedAt: Date, now: Date): boolean {
  return now.getTime() - startedAt.getTime() >= STARTING_MOST_MS;
}
