import type { MeteredCall } from '../quota/metered-call.rule.js';
import { lastQuotaMonths } from '../quota/quota-month.rule.js';

const DAY_MS = 86_400_000;
/** An account may read its summary for 30 days after the call (DATA-4). */
const READABLE_MS = 30 * DAY_MS;

/** Summaries of calls up to this moment may not be read any more. */
export function unreadableUpTo(now: Date): Date {
  return new Date(now.getTime() - READABLE_MS);
}

/** The quota months of calls whose summary can be read: 30 days may touch three months when one is February. */
export function readableMonths(now: Date): string[] {
  return lastQuotaMonths(now, 3);
}

/** A summary is readable for 30 days after its call (DATA-4), when it is charged and its account has not deleted it (SUM-12). */
export function isReadable({ state, resultRef, reservedAt }: MeteredCall, now: Date): boolean {
  return state === 'charged' && resultRef !== null && reservedAt > unreadableUpTo(now);
}
