const DAY_MS = 86_400_000;
/** An end longer ago than this is not announced any more. */
const NEWS_FOR_DAYS = 30;

/** How many days before an end the reminder is sent; 0 = the end has come. */
export type ReminderDays = 7 | 3 | 1 | 0;

/** A reminder that is due now: that of `days` days, for all ends after `after` and not after `until`. */
export interface Due {
  days: ReminderDays;
  after: Date;
  until: Date;
}

/**
 * A reminder is due 7, 3 and 1 days before the end of an account's paid time, and another one when it has ended. Each stays due until the next one
 * is, so a late run sends only the nearest (PAY-55).
 */
export function dueAt(now: Date): Due[] {
  const inDays = (days: number) => new Date(now.getTime() + days * DAY_MS);
  return [
    { days: 0, after: inDays(-NEWS_FOR_DAYS), until: now },
    { days: 1, after: now, until: inDays(1) },
    { days: 3, after: inDays(1), until: inDays(3) },
    { days: 7, after: inDays(3), until: inDays(7) },
  ];
}
