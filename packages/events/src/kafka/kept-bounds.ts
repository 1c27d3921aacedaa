import type { Admin } from 'kafkajs';
import { TOPICS } from '../catalogue/topics.js';

/** The offsets of a partition between which a group may be rewound. Decimal, 64 bit. */
export interface KeptBounds {
  partition: number;
  low: string;
  high: string;
}

/**
 * Returns the bounds of each partition of a topic. `low` is the earliest message within the topic's retention. Kafka deletes whole segments, so it
 * still has older messages, but a consumer may have deleted its records of handling them. `topic` is Kafka's name, with the deployment's prefix.
 */
export async function keptBounds(admin: Admin, topic: string): Promise<KeptBounds[]> {
  const bounds = await admin.fetchTopicOffsets(topic);
  const retentionMs = TOPICS.find(({ name }) => topic.endsWith(name))?.retentionMs;
  if (retentionMs === undefined) return bounds;
  const kept = await admin.fetchTopicOffsetsByTimestamp(topic, Date.now() - retentionMs);
  return bounds.map(({ partition, low, high }) => {
    const first = kept.find((one) => one.partition === partition)?.offset ?? low;
    return { partition, low: BigInt(first) > BigInt(low) ? first : low, high };
  });
}
