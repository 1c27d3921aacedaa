/** The quota month is the calendar month in UTC, for every plan and period (QUOTA-5). `YYYY-MM`. */
export function quotaMonthOf(now: Date): string {
  return now.toISOString().slice(0, 7);
}

/** The quota resets on the first of next month, 00:00 UTC (QUOTA-5). Unix seconds. */
export function resetAtSeconds(now: Date): number {
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1) / 1000;
}

/** The last `count` quota months, newest last (QUOTA-15). */
export function lastQuotaMonths(now: Date, count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const back = count - 1 - index;
    return quotaMonthOf(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)));
  });
}

/** True for a real month written YYYY-MM; anything else is a bad request (QUOTA-16). */
export function isQuotaMonth(text: string): boolean {
  return /^\d{4}-(0[1-9]|1[0-2])$/.test(text);
}

/** The number of months whose calls an account can see, including the current one. */
export const MONTHS_KEPT = 12;

/** The first visible month: calls of earlier months are deleted, their counts stay (DATA-1). */
export function oldestKeptMonth(now: Date): string {
  return lastQuotaMonths(now, MONTHS_KEPT)[0];
}
