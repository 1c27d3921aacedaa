import { within } from '@precis/runtime/pause';
import type { Admin } from 'kafkajs';
import { type KafkaAccess, kafkaClient } from './kafka-client.js';
import { groupPlaces } from './group-places.js';
import type { PartitionPlace } from './partition-place.js';

const DEADLINE_MS = 30_000;

/** Where every group of a Kafka is, or one of them. Rejects when Kafka does not answer. */
export async function kafkaPlaces(access: KafkaAccess, group: string | undefined): Promise<Map<string, PartitionPlace[]>> {
  const admin = kafkaClient(access).admin();
  try {
    return await within(DEADLINE_MS, places(admin, group), () => new Error('no answer in time'));
  } finally {
    await admin.disconnect().catch(() => undefined);
  }
}

async function places(admin: Admin, group: string | undefined): Promise<Map<string, PartitionPlace[]>> {
  await admin.connect();
  const groups = group === undefined ? (await admin.listGroups()).groups.filter(({ protocolType }) => protocolType === 'consumer').map(({ groupId }) => groupId) : [group];
  const found = new Map<string, PartitionPlace[]>();
  for (const one of groups.toSorted()) found.set(one, await groupPlaces(admin, one));
  return found;
}
