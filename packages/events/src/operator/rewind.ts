import { within } from '@precis/runtime/pause';
import type { Admin } from 'kafkajs';
import { type KafkaAccess, kafkaClient } from '../kafka/kafka-client.js';
import { SESSION_TIMEOUT_MS } from '../kafka/kafka-consumer.js';
import { groupPlaces, type PartitionPlace } from '../kafka/kafka-places.js';
import { keptBounds } from '../kafka/kept-bounds.js';

const DEADLINE_MS = 60_000;

/** A topic that will be delivered again from its beginning. */
export interface RewoundTopic {
  topic: string;
  /** Number of messages from there on. */
  messages: bigint;
}

/**
 * Rewinds a group to the earliest message within the retention of a topic, or of every topic in which it has an offset; returns an empty list when
 * there is none. The group's database knows the handled events, so they run no handler again. Rejects while the group has members, because their next
 * commit would undo the rewind.
 */
export async function rewindGroup(access: KafkaAccess, group: string, topic?: string): Promise<RewoundTopic[]> {
  const admin = kafkaClient(access).admin();
  try {
    return await within(DEADLINE_MS, rewind(admin, group, topic), () => new Error('no answer in time'));
  } finally {
    await admin.disconnect().catch(() => undefined);
  }
}

async function rewind(admin: Admin, group: string, topic?: string): Promise<RewoundTopic[]> {
  await admin.connect();
  const [{ state }] = (await admin.describeGroups([group])).groups;
  if (state !== 'Empty' && state !== 'Dead') {
    throw new Error(
      `group ${group} has members: stop every copy of the service first; one that was killed counts for ${SESSION_TIMEOUT_MS / 1_000} s more`,
    );
  }
  const places = (await groupPlaces(admin, group)).filter((place) => topic === undefined || place.topic === topic);
  const topics = Map.groupBy(places, (place) => place.topic);
  const rewound: RewoundTopic[] = [];
  for (const [name, of] of topics) rewound.push(await rewindTopic(admin, group, name, of));
  return rewound;
}

async function rewindTopic(
  admin: Admin,
  group: string,
  topic: string,
  places: PartitionPlace[],
): Promise<RewoundTopic> {
  const bounds = await keptBounds(admin, topic);
  await admin.setOffsets({
    groupId: group,
    topic,
    partitions: bounds.map(({ partition, low }) => ({ partition, offset: low })),
  });
  const [committed] = await admin.fetchOffsets({ groupId: group, topics: [topic] });
  const elsewhere = bounds.filter(
    ({ partition, low }) => committed.partitions.find((one) => one.partition === partition)?.offset !== low,
  );
  // A copy that started in between committed its current offsets.
  if (elsewhere.length > 0)
    throw new Error(
      `${elsewhere.length} of ${places.length} partitions of ${topic} were moved by another client: try again`,
    );
  return { topic, messages: bounds.reduce((sum, { low, high }) => sum + BigInt(high) - BigInt(low), 0n) };
}
