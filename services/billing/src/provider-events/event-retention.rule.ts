const KEPT_MS = 90 * 86_400_000;

/** Done and ignored provider events are kept for 90 days; no provider redelivers so late (PAY-44). */
export function decidedKeptSince(now: Date): Date {
  return new Date(now.getTime() - KEPT_MS);
}
