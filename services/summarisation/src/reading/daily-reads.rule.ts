/** The day on which a transcript that is read counts, in UTC, and how long that day still lasts (LIMIT-14). */

const DAY_MS = 86_400_000;

/** YYYY-MM-DD */
export function dayOfRead(now: Date): string {
  return now.toISOString().slice(0, 10);
}

/** At least one second: a caller that comes back at once must find a new day. */
export function secondsLeftOfDay(now: Date): number {
  return Math.max(1, Math.ceil((DAY_MS - (now.getTime() % DAY_MS)) / 1_000));
}
