import type { Admin } from 'kafkajs';
import type { PartitionPlace } from './partition-place.js';

/**
 * Where a group is in each partition of its topics, as Kafka knows it. Without topics: of those in which it ever committed. A topic
 * that is gone is left out.
 */
export async function groupPlaces(admin: Admin, group: string, topics?: string[]): Promise<PartitionPlace[]> {
  const committed = await admin.fetchOffsets({ groupId: group, topics });
  const places = await Promise.all(committed.map(({ topic, partitions }) => topicPlaces(admin, topic, partitions)));
  return places.flat().sort((a, b) => a.topic.localeCompare(b.topic) || a.partition - b.partition);
}

async function topicPlaces(
  admin: Admin,
  topic: string,
  committed: { partition: number; offset: string }[],
): Promise<PartitionPlace[]> {
  const bounds = await admin.fetchTopicOffsets(topic).catch((error: { type?: string }) => {
    if (error.type === 'UNKNOWN_TOPIC_OR_PARTITION') return [];
    throw error;
  });
  return bounds.map(({ partition, low, high }) => {
    // -1 before the first commit; below the beginning when retention was quicker than the group.
    const offset = BigInt(committed.find((one) => one.partition === partition)?.offset ?? -1);
    const gone = BigInt(low) - offset;
    if (gone <= 0n) return { topic, partition, position: offset, end: BigInt(high) };
    return { topic, partition, position: BigInt(low), end: BigInt(high), ...(offset >= 0n ? { missed: gone } : {}) };
  });
}
