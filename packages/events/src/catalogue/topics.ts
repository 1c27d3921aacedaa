import { SERVICE_LIST } from '@precis/runtime/service-list';

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

/**
 * A topic with the services that use it. Each has the login and, reading, the group of its name; no other right is granted. Who reads
 * is declared in services/services.json (`consumes`).
 */
export interface OwnedTopic extends Topic {
  writer: string;
  readers: readonly string[];
}

const DECLARED: (Topic & Pick<OwnedTopic, 'writer'>)[] = [
  { name: 'auth.user.v1', partitions: 6, writer: 'auth' },
  { name: 'auth.api-key.v1', partitions: 6, retentionMs: 30 * DAY_MS, writer: 'auth' },
  { name: 'billing.subscription.v1', partitions: 6, writer: 'billing' },
  { name: 'summarisation.summary.v1', partitions: 6, retentionMs: 30 * DAY_MS, writer: 'summarisation' },
];

/** Every topic there is. createTopics makes them, grantAccess the rights to them; nothing else does. */
export const TOPICS: readonly OwnedTopic[] = DECLARED.map((topic) => ({
  ...topic,
  readers: SERVICE_LIST.filter(({ consumes }) => topic.name in consumes).map(({ name }) => name),
}));
