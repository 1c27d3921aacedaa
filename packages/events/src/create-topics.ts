import { setTimeout as wait } from 'node:timers/promises';
import type { Admin, ITopicConfig, ITopicMetadata } from 'kafkajs';
import { type KafkaAccess, kafkaClient } from './kafka-client.js';
import { type Topic, TOPICS } from './topics.js';

/** Which topics, and on which Kafka. */
export interface CreateTopicsOptions extends KafkaAccess {
  /** The broker's default when absent; from 3 on, two replicas must have a record before it counts as stored. */
  replicationFactor?: number;
  /** Absent: TOPICS. */
  topics?: readonly Topic[];
}

const READY_MS = 30_000;

/** Makes the missing topics, and answers their names as Kafka knows them. Refuses when one exists with another number of partitions: keys would lose their order. */
export async function createTopics(options: CreateTopicsOptions): Promise<string[]> {
  const { replicationFactor, prefix = '' } = options;
  const topics = (options.topics ?? TOPICS).map((topic) => ({ ...topic, name: prefix + topic.name }));
  const admin = kafkaClient(options).admin();
  await admin.connect();
  try {
    const existing = new Set(await admin.listTopics());
    const missing = topics.filter((topic) => !existing.has(topic.name));
    if (missing.length > 0) {
      await admin.createTopics({ topics: missing.map((topic) => topicConfig(topic, replicationFactor)), waitForLeaders: false });
    }
    for (const { name, partitions } of await usable(admin, topics.map((topic) => topic.name))) {
      const wanted = topics.find((topic) => topic.name === name)!.partitions;
      if (partitions.length !== wanted) throw new Error(`topic ${name} has ${partitions.length} partitions instead of ${wanted}`);
    }
    return missing.map((topic) => topic.name);
  } finally {
    await admin.disconnect();
  }
}

/**
 * Waits until every partition has a leader. kafkajs' own `waitForLeaders` gives up when the broker it asks has not heard of the
 * topic yet, which happens right after the creation.
 */
async function usable(admin: Admin, names: string[]): Promise<ITopicMetadata[]> {
  const deadline = Date.now() + READY_MS;
  for (;;) {
    const topics = await admin.fetchTopicMetadata({ topics: names }).then(
      (answer) => answer.topics,
      () => [],
    );
    const ready = topics.length === names.length && topics.every((topic) => topic.partitions.every((partition) => partition.leader >= 0));
    if (ready) return topics;
    if (Date.now() > deadline) throw new Error('the topics got no leaders in time');
    await wait(200);
  }
}

function topicConfig(topic: Topic, replicationFactor?: number): ITopicConfig {
  const entries: Record<string, string> = { 'cleanup.policy': 'delete', 'retention.ms': String(topic.retentionMs ?? -1) };
  if (replicationFactor && replicationFactor >= 3) entries['min.insync.replicas'] = '2';
  return {
    topic: topic.name,
    numPartitions: topic.partitions,
    replicationFactor,
    configEntries: Object.entries(entries).map(([name, value]) => ({ name, value })),
  };
}
