/**
 * An item of a batch waits until its turn comes; then it has what a job has: 15 minutes to be accepted and done (SUM-13, SUM-27). Its end is
 * an event. One that has not come when the unit was given back long ago (QUOTA-10) never will. A copy of the release before charges the call by
 * that event and knows no item: then the call says how the item ended.
 */

export const MOST_ITEMS = 100;
/** A batch and its items are forgotten as long after its end as a job (SUM-30). */
export const BATCH_KEPT_MS = 6 * 24 * 3_600_000;
const WAITING_MOST_MS = 24 * 3_600_000;
const STARTING_MOST_MS = 15 * 60_000;
/** Behind the hour after which the unit of a job that never ended is given back. */
export const ENDING_MOST_MS = 70 * 60_000;
/** An item that was begun so long ago ends by its call when that is decided; before, the event is given its time. */
export const DECIDED_MOST_MS = 60_000;

/** Why there is no summary: a code for programs and a sentence for anyone. */
export interface Failure {
  code: string;
  message: string;
}

export const QUOTA_EXCEEDED: Failure = {
  code: 'quota_exceeded',
  message: 'Monthly video limit reached. Please upgrade your plan or wait for the reset.',
};
export const RELEASED: Failure = {
  code: 'quota_released',
  message: 'The summary took too long and was not charged.',
};
export const EXPIRED: Failure = {
  code: 'job_expired',
  message: 'The video could not be summarised within 15 minutes. Nothing was charged.',
};
export const WAITED_TOO_LONG: Failure = {
  code: 'batch_expired',
  message: 'The turn of this video did not come within a day. Nothing was charged.',
};

/** Whether an item may not be begun any more. */
export function isTooLate(createdAt: Date, now: Date): boolean {
  return now.getTime() - createdAt.getTime() >= WAITING_MOST_MS;
}

/** Whether an item that was begun must come to its end now. */
export function isOver(startedAt: Date, now: Date): boolean {
  return now.getTime() - startedAt.getTime() >= STARTING_MOST_MS;
}
