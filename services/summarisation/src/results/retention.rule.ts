/** A result lives until 30 days after the last day on which it was delivered (DATA-3). */

export const RESULT_LIFE_DAYS = 30;
const DAY_MS = 86_400_000;
/** As long as a refusal of the source is valid (VID-12). */
const FAILURE_TOLD_MS = 10 * 60_000;

/** The UTC day of a moment, as YYYY-MM-DD. */
export function dayOf(now: Date): string {
  return now.toISOString().slice(0, 10);
}

/** The earliest day of delivery that is still valid on the day of `now`; results delivered before it are expired. */
export function oldestKeptDay(now: Date): string {
  return dayOf(new Date(now.getTime() - RESULT_LIFE_DAYS * DAY_MS));
}

/** Until when a failure that is announced now is not announced again. */
export function failureToldUntil(now: Date): Date {
  return new Date(now.getTime() + FAILURE_TOLD_MS);
}
