import { quotaMonthOf } from '../quota/quota-month.rule.js';

/** The clocks of copies may differ by seconds. This margin ensures that no copy reserves in a month that another has closed. */
const SETTLING_MS = 5 * 60 * 1_000;

/** Months before this one are over (STAT-4). */
export function firstOpenMonth(now: Date): string {
  return quotaMonthOf(new Date(now.getTime() - SETTLING_MS));
}

/** The first moment after a month. */
export function endOfMonth(month: string): Date {
  const [year, number] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 1));
}

/** The first moment of a month. */
export function startOfMonth(month: string): Date {
  return new Date(`${month}-01T00:00:00.000Z`);
}
