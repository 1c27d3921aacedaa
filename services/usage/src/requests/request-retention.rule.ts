const DAY_MS = 86_400_000;
const DAYS_KEPT = 30;
/** The clock of a gateway and ours differ by much less. */
const MOST_SKEW_MS = DAY_MS;

/** A request of this moment or before can no longer be read (API-33). */
export function requestsUnreadableUpTo(now: Date): Date {
  return new Date(now.getTime() - DAYS_KEPT * DAY_MS);
}

/**
 * Whether a record of this time is kept. One that is older can no longer be read (API-33). One of the far future would never be deleted, or has a
 * year that Postgres does not know.
 */
export function isTimeOfRequest(atMs: number, now: Date): boolean {
  return atMs >= requestsUnreadableUpTo(now).getTime() - MOST_SKEW_MS && atMs <= now.getTime() + MOST_SKEW_MS;
}
