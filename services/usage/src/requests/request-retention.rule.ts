const DAYS_KEPT = 30;

/** A request of this moment or before can no longer be read (API-33). */
export function requestsUnreadableUpTo(now: Date): Date {
  return new Date(now.getTime() - DAYS_KEPT * 86_400_000);
}
