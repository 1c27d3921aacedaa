/** A topic as it is created on Kafka. */
export interface Topic {
  name: string;
  partitions: number;
  /**
   * Undefined = kept for ever, so that a consumer added later starts from the beginning. Never compacted: a send that was given up may
   * append an old event behind a newer one, and compaction would keep that one as the truth.
   */
  retentionMs?: number;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** A topic with the services that use it. Each has the login and, reading, the group of its name; no other right is granted. */
export interface OwnedTopic extends Topic {
  writer: string;
  readers: readonly string[];
}

/** Every topic there is (OPS-6). createTopics makes them, grantAccess the rights to them; nothing else does. */
export const TOPICS: readonly OwnedTopic[] = [
  { name: 'auth.user.v1', partitions: 6, writer: 'auth', readers: ['billing', 'notifications'] },
  { name: 'auth.api-key.v1', partitions: 6, retentionMs: 30 * DAY_MS, writer: 'auth', readers: [] },
  { name: 'billing.subscription.v1', partitions: 6, writer: 'billing', readers: ['usage'] },
  { name: 'summarisation.summary.v1', partitions: 6, retentionMs: 30 * DAY_MS, writer: 'summarisation', readers: [] },
];
