/** A topic as it is created on Kafka. */
export interface Topic {
  name: string;
  partitions: number;
  /** Undefined = kept for ever, so that a consumer added later starts from the beginning. */
  retentionMs?: number;
  /** Only the newest event of each key need be kept. */
  compacted?: boolean;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Every topic there is (design section 5). createTopics makes them; nothing else does. */
export const TOPICS: readonly Topic[] = [
  { name: 'auth.user.v1', partitions: 6 },
  { name: 'auth.api-key.v1', partitions: 6, retentionMs: 30 * DAY_MS },
  { name: 'billing.subscription.v1', partitions: 6, compacted: true },
  { name: 'summarisation.summary.v1', partitions: 6, retentionMs: 30 * DAY_MS },
];
