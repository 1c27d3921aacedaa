const HOUR_MS = 3_600_000;

/** Exports asked for before this moment no longer count against the hour's allowance (LIMIT-12). */
export function exportsCountSince(now: Date): Date {
  return new Date(now.getTime() - HOUR_MS);
}

/**
 * An account asks for so many exports in any hour and no more: each reads a year of the account at every service (LIMIT-12). Answers undefined while
 * one more is allowed, else the seconds until then. `askedAt`: those since `exportsCountSince`, oldest first.
 */
export function secondsUntilNextExport(askedAt: readonly Date[], perHour: number, now: Date): number | undefined {
  if (askedAt.length < perHour) return undefined;
  const freedBy = askedAt[askedAt.length - perHour];
  return Math.max(1, Math.ceil((freedBy.getTime() + HOUR_MS - now.getTime()) / 1_000));
}
