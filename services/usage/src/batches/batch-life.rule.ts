import type { DomainError } from '@precis/runtime/domain-error';

/**
 * An item of a batch waits until its turn comes. Then, like a job, it has 15 minutes to be accepted and done (SUM-13, SUM-27). An event
 * ends it. If the event has not come long after the unit was given back (QUOTA-10), it never will. A copy of the release before uses up the
 * event for the call and knows no items: then the call says how the item ended.
 */

export const MOST_ITEMS = 100;
/** A batch and its items are kept after its end as long as a job (SUM-30). */
export const BATCH_KEPT_MS = 6 * 24 * 3_600_000;
const WAITING_MOST_MS = 24 * 3_600_000;
const STARTING_MOST_MS = 15 * 60_000;
/** Longer than the hour after which the unit of an unfinished job is given back. */
export const ENDING_MOST_MS = 70 * 60_000;
/** If the call of an item is decided so long after its beginning, the item ends without its event. */
export const DECIDED_MOST_MS = 60_000;

/** Why there is no summary: a code for programs and a sentence for people. */
export interface Failure {
  code: string;
  message: string;
}

/** A failure that is found here; its code stands in the table (API-28). */
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
