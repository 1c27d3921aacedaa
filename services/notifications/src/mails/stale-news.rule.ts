const FRESH_MS = 3 * 24 * 60 * 60 * 1_000;

/**
 * What happened more than 3 days ago is no news, and no link lives so long: its event is recorded and no mail goes out. So a group that is rewound to the beginning
 * of a topic, or a new release that learns to handle an old type, does not mail everybody about the past (MAIL-11).
 */
export function isStale(occurredAt: Date, now: Date): boolean {
  return now.getTime() - occurredAt.getTime() > FRESH_MS;
}
