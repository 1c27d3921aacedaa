const HOUR_MS = 3_600_000;

/** Exports that were asked for before this moment no longer count against the hourly limit (LIMIT-12). */
export function exportWindowStart(now: Date): Date {
  return new Date(now.getTime() - HOUR_MS);
}

/**
 * The hourly limit on exports of an account: each export reads a year of data from every service (LIMIT-12). Answers undefined when one
 * more is allowed, otherwise the seconds until then. `askedAt`: the exports since `exportWindowStart`, oldest first.
 */
export function secondsUntilNextExport(askedAt: readonly Date[], perHour: number, now: Date): number | undefined {
  if (askedAt.length < perHour) return undefined;
  const freedBy = askedAt[askedAt.length - perHour];
  return Math.max(1, Math.ceil((freedBy.getTime() + HOUR_MS - now.getTime()) / 1_000));
}
