/** The UTC day on which reading a transcript counts, and how much of that day is left (LIMIT-14). */

const DAY_MS = 86_400_000;

/** YYYY-MM-DD */
export function dayOfRead(now: Date): string {
  return now.toISOString().slice(0, 10);
}

/** At least one second, so that a caller that comes back after it finds a new day. */
export function secondsLeftOfDay(now: Date): number {
  return Math.max(1, Math.ceil((DAY_MS - (now.getTime() % DAY_MS)) / 1_000));
}
