const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** An open payment is looked at again after a minute, then each wait is twice as long, up to six hours, unless an event comes before (PAY-42). */
export const OPEN_WAITS = { firstMs: MINUTE_MS, factor: 2, capMs: 6 * 60 * MINUTE_MS };

/** How long an expired checkout may still be paid: of crypto BTCPay watches for a day, and we for an hour more. */
export const WATCHED_MS = { stripe: 60 * MINUTE_MS, crypto: 25 * 60 * MINUTE_MS };

/** Banks take disputes for 120 days; refunds at the provider's dashboard are seen as long. */
export const COMPLETED_WATCHED_MS = 130 * DAY_MS;
export const FIRST_SWEEP_MS = DAY_MS;

/** A completed payment is looked at daily for a week, every third day for a month, then weekly (PAY-42). */
export function nextCompletedLook(completedAt: Date, now: Date): Date {
  const ageDays = (now.getTime() - completedAt.getTime()) / DAY_MS;
  return new Date(now.getTime() + (ageDays < 7 ? 1 : ageDays < 30 ? 3 : 7) * DAY_MS);
}
