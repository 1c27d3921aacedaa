const FRESH_MS = 3 * 24 * 60 * 60 * 1_000;

/**
 * An event more than 3 days old is stale: it is recorded and no mail is sent. So a consumer group that is rewound to the beginning of a topic, or a
 * release that starts to handle an old event type, does not mail everybody about the past (MAIL-11).
 */
export function isStale(occurredAt: Date, now: Date): boolean {
  return now.getTime() - occurredAt.getTime() > FRESH_MS;
}
