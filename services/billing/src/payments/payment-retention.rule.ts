const HOUR_MS = 60 * 60 * 1_000;
/** How long the last look at a checkout may be behind its end: an invoice is watched for a day, and we look for an hour more. */
const WATCHED_MS = 25 * HOUR_MS;
const KEPT_MS = 90 * 24 * HOUR_MS;

/** A payment that ended unpaid is kept for 90 days after nobody watches for its money any more (PAY-66). */
export function unpaidKeptSince(now: Date): Date {
  return new Date(now.getTime() - WATCHED_MS - KEPT_MS);
}
