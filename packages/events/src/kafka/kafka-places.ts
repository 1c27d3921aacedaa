import { within } from '@precis/runtime/pause';
import { type Admin, AssignerProtocol } from 'kafkajs';
import { type KafkaAccess, kafkaClient } from './kafka-client.js';

const DEADLINE_MS = 30_000;

/** The progress of a group in one partition. */
export interface PartitionPlace {
  topic: string;
  partition: number;
  /** The next offset that the group will handle. */
  position: bigint;
  /** The offset of the next published message; the group's lag is `end - position`. */
  end: bigint;
  /** Messages that were deleted before the group handled them; `position` is after them. */
  missed?: bigint;
}

/** The progress of every group of a Kafka, or of one. Rejects when Kafka does not answer. */
export async function kafkaPlaces(
  access: KafkaAccess,
  group: string | undefined,
): Promise<Map<string, PartitionPlace[]>> {
  const admin = kafkaClient(access).admin();
  try {
    return await within(DEADLINE_MS, places(admin, group), () => new Error('no answer in time'));
  } finally {
    await admin.disconnect().catch(() => undefined);
  }
}

async function places(admin: Admin, group: string | undefined): Promise<Map<string, PartitionPlace[]>> {
  await admin.connect();
  const groups =
    group === undefined
      ? (await admin.listGroups()).groups
          .filter(({ protocolType }) => protocolType === 'consumer')
          .map(({ groupId }) => groupId)
      : [group];
  const found = new Map<string, PartitionPlace[]>();
  for (const one of groups.toSorted()) found.set(one, await allPlaces(admin, one));
  return found;
}

/** Includes topics in which the group ever committed, and subscribed ones without a commit: a group that never moved has its backlog there. */
async function allPlaces(admin: Admin, group: string): Promise<PartitionPlace[]> {
  const begun = await groupPlaces(admin, group);
  const topics = (await subscribedTopics(admin, group)).filter(
    (topic) => !begun.some((place) => place.topic === topic),
  );
  return topics.length === 0 ? begun : [...begun, ...(await groupPlaces(admin, group, topics))];
}

/** As the members report; while the group changes, Kafka does not know it. */
async function subscribedTopics(admin: Admin, group: string): Promise<string[]> {
  const { groups } = await admin.describeGroups([group]);
  const readers = groups
    .filter(({ protocolType }) => protocolType === 'consumer')
    .flatMap(({ members }) => members.filter(({ memberMetadata }) => memberMetadata.length > 0));
  const topics = readers.flatMap(
    ({ memberMetadata }) => AssignerProtocol.MemberMetadata.decode(memberMetadata)?.topics ?? [],
  );
  return [...new Set(topics)].toSorted();
}

/**
 * The progress of a group in each partition of its topics, as Kafka knows it. Without `topics`: of those in which it ever committed. A deleted topic
 * is left out.
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
    // -1 before the first commit; below the beginning when retention was faster than the group.
    const offset = BigInt(committed.find((one) => one.partition === partition)?.offset ?? -1);
    const gone = BigInt(low) - offset;
    if (gone <= 0n) return { topic, partition, position: offset, end: BigInt(high) };
    return { topic, partition, position: BigInt(low), end: BigInt(high), ...(offset >= 0n ? { missed: gone } : {}) };
  });
}
