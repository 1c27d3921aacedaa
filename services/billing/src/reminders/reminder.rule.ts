const DAY_MS = 86_400_000;
/** An end of longer ago is no news: nobody hears of it. */
const NEWS_FOR_DAYS = 30;

/** How many days before an end its reminder goes out; 0 says that it is there. */
export type ReminderDays = 7 | 3 | 1 | 0;

/** Ends behind `after`, up to `until`, are reminded of by this many days now. */
export interface Due {
  days: ReminderDays;
  after: Date;
  until: Date;
}

/**
 * 7, 3 and 1 days before the end of all that an account holds a reminder is due, and another one when it has ended. Each is due until the
 * next one is: whoever comes late sends the nearest alone (PAY-55).
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
