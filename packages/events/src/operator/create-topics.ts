import { pause } from '@precis/runtime/pause';
import type { Admin, ITopicConfig, ITopicMetadata } from 'kafkajs';
import { type KafkaAccess, kafkaClient } from '../kafka/kafka-client.js';
import {
  applySettings,
  complaintsOf,
  retentionOf,
  settingEntries,
  type TopicSettings,
  topicSettings,
} from '../kafka/topic-settings.js';
import { type Topic, TOPICS } from '../catalogue/topics.js';

/** Which topics, and on which Kafka. */
export interface CreateTopicsOptions extends KafkaAccess {
  /** The broker's default when absent. */
  replicationFactor?: number;
  /** Absent: TOPICS. */
  topics?: readonly Topic[];
}

const READY_MS = 30_000;

/**
 * Makes the missing topics, and answers their names as Kafka knows them. Refuses when one exists with another number of partitions, by
 * which keys would lose their order, or with settings by which Kafka would keep less than is declared.
 */
export async function createTopics(options: CreateTopicsOptions): Promise<string[]> {
  const { replicationFactor, prefix = '' } = options;
  const topics = (options.topics ?? TOPICS).map((topic) => ({ ...topic, name: prefix + topic.name }));
  const admin = kafkaClient(options).admin();
  await admin.connect();
  try {
    const existing = new Set(await admin.listTopics());
    const missing = topics.filter((topic) => !existing.has(topic.name));
    if (missing.length > 0) {
      await admin.createTopics({
        topics: missing.map((topic) => topicConfig(topic, replicationFactor)),
        waitForLeaders: false,
      });
    }
    const found = (
      await usable(
        admin,
        topics.map((topic) => topic.name),
      )
    ).map((topic) => ({ found: topic, declared: topics.find(({ name }) => name === topic.name)! }));
    for (const {
      found: { name, partitions },
      declared,
    } of found) {
      if (partitions.length !== declared.partitions)
        throw new Error(`topic ${name} has ${partitions.length} partitions instead of ${declared.partitions}`);
    }
    const settings = new Map(
      found.map(({ found: { name, partitions }, declared }) => [
        name,
        topicSettings(declared, Math.min(...partitions.map(({ replicas }) => replicas.length))),
      ]),
    );
    for (const { name } of missing) await applySettings(admin, name, settings.get(name)!);
    const complaints = await lastingComplaints(admin, settings, missing.length > 0 ? READY_MS : 0);
    if (complaints.length > 0) throw new Error(complaints.join('\n'));
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
    const ready =
      topics.length === names.length &&
      topics.every((topic) => topic.partitions.every((partition) => partition.leader >= 0));
    if (ready) return topics;
    if (Date.now() > deadline) throw new Error('the topics got no leaders in time');
    await pause(200);
  }
}

/** A broker may answer with the settings that a topic had a moment ago. */
async function lastingComplaints(
  admin: Admin,
  settings: Map<string, TopicSettings>,
  limitMs: number,
): Promise<string[]> {
  const deadline = Date.now() + limitMs;
  for (;;) {
    const complaints = await complaintsOf(admin, settings);
    if (complaints.length === 0 || Date.now() > deadline) return complaints;
    await pause(200);
  }
}

/** With its retention from the first moment on: the command may be killed before it does more. */
function topicConfig(topic: Topic, replicationFactor?: number): ITopicConfig {
  return {
    topic: topic.name,
    numPartitions: topic.partitions,
    replicationFactor,
    configEntries: settingEntries(retentionOf(topic)),
  };
}
