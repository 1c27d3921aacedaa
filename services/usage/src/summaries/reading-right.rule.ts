import type { MeteredCall } from '../quota/metered-call.rule.js';
import { lastQuotaMonths } from '../quota/quota-month.rule.js';

const DAY_MS = 86_400_000;
/** An account may read its summary for 30 days after the call (DATA-4). */
const READABLE_MS = 30 * DAY_MS;

/** Summaries of calls up to this moment may not be read any more. */
export function unreadableUpTo(now: Date): Date {
  return new Date(now.getTime() - READABLE_MS);
}

/** The quota months in which a call may lie whose summary can be read: 30 days touch three of them where one is February. */
export function readableMonths(now: Date): string[] {
  return lastQuotaMonths(now, 3);
}

/** Only what was charged, and what the account has not deleted itself (SUM-12). */
export function isReadable({ state, resultRef, reservedAt }: MeteredCall, now: Date): boolean {
  return state === 'charged' && resultRef !== null && reservedAt > unreadableUpTo(now);
}
