const HOUR_MS = 60 * 60 * 1_000;
/** The longest time between a checkout's end and the last look at it: an invoice is watched for a day, and we look for an hour more. */
const WATCHED_MS = 25 * HOUR_MS;
const KEPT_MS = 90 * 24 * HOUR_MS;

/** A payment that ended unpaid is kept for 90 days after the last look at it (PAY-66). */
export function unpaidKeptSince(now: Date): Date {
  return new Date(now.getTime() - WATCHED_MS - KEPT_MS);
}
