const KEPT_MS = 90 * 86_400_000;

/** Provider events that were done or ignored are kept for 90 days; no provider delivers one that late (PAY-44). */
export function decidedKeptSince(now: Date): Date {
  return new Date(now.getTime() - KEPT_MS);
}
