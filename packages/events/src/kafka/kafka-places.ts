import { within } from '@precis/runtime/pause';
import { type Admin, AssignerProtocol } from 'kafkajs';
import { type KafkaAccess, kafkaClient } from './kafka-client.js';
import { groupPlaces } from './group-places.js';
import type { PartitionPlace } from './partition-place.js';

const DEADLINE_MS = 30_000;

/** Where every group of a Kafka is, or one of them. Rejects when Kafka does not answer. */
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

/** In the topics in which the group ever committed, and in those that it reads and has not come to: a group that never moved waits there. */
async function allPlaces(admin: Admin, group: string): Promise<PartitionPlace[]> {
  const begun = await groupPlaces(admin, group);
  const topics = (await subscribedTopics(admin, group)).filter(
    (topic) => !begun.some((place) => place.topic === topic),
  );
  return topics.length === 0 ? begun : [...begun, ...(await groupPlaces(admin, group, topics))];
}

/** As the members say; while the group changes Kafka tells nothing of it. */
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
