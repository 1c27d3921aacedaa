import { pause } from '@precis/runtime/pause';
import type { Admin, ConfigResourceTypes, ITopicConfig, ITopicMetadata } from 'kafkajs';
import { type KafkaAccess, kafkaClient } from '../kafka/kafka-client.js';
import { type Topic, TOPICS } from '../catalogue/topics.js';

/** The topics to create, and the Kafka. */
export interface CreateTopicsOptions extends KafkaAccess {
  /** Default: that of the broker. */
  replicationFactor?: number;
  /** Default: TOPICS. */
  topics?: readonly Topic[];
}

const READY_MS = 30_000;

/**
 * Creates the missing topics, and returns their Kafka names. Refuses an existing topic with another number of partitions, because keys would lose
 * their order, or with settings that keep less than declared.
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
 * Waits until every partition has a leader. kafkajs' own `waitForLeaders` gives up when the asked broker does not know the topic yet, as happens
 * right after its creation.
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
    if (Date.now() > deadline)
      throw new Error(`after ${READY_MS / 1_000} s, a partition has no leader or Kafka does not describe the topics`);
    await pause(200);
  }
}

/** A broker may answer with the topic's previous settings for a moment. */
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

/** Created with its retention, because the command may be killed before a later step. */
function topicConfig(topic: Topic, replicationFactor?: number): ITopicConfig {
  return {
    topic: topic.name,
    numPartitions: topic.partitions,
    replicationFactor,
    configEntries: settingEntries(retentionOf(topic)),
  };
}

/** Kafka's number for a topic. kafkajs' name for it cannot be imported by an ES module. */
const TOPIC = 2 as ConfigResourceTypes.TOPIC;

/** A topic's settings by Kafka's names. */
export type TopicSettings = Record<string, string>;

/** How long a topic keeps its events. */
export function retentionOf(topic: Topic): TopicSettings {
  return { 'cleanup.policy': 'delete', 'retention.ms': String(topic.retentionMs ?? -1) };
}

/**
 * The settings of a declared topic, by its actual number of copies: with three, two must have a record before it counts as stored; with fewer, an
 * unavailable broker must not stop publishing.
 */
export function topicSettings(topic: Topic, replicas: number): TopicSettings {
  return { ...retentionOf(topic), 'min.insync.replicas': replicas >= 3 ? '2' : '1' };
}

/** Applies the settings of a new topic; they replace all that it has. */
export async function applySettings(admin: Admin, name: string, settings: TopicSettings): Promise<void> {
  await admin.alterConfigs({
    validateOnly: false,
    resources: [{ type: TOPIC, name, configEntries: settingEntries(settings) }],
  });
}

/** Converts settings to kafkajs' form. */
export const settingEntries = (settings: TopicSettings): { name: string; value: string }[] =>
  Object.entries(settings).map(([name, value]) => ({ name, value }));

/**
 * Lists differences between Kafka and the declarations, each with the correcting command, because an operator may have had a reason for the change.
 */
export async function complaintsOf(admin: Admin, wanted: Map<string, TopicSettings>): Promise<string[]> {
  const resources = [...wanted].map(([name, settings]) => ({ type: TOPIC, name, configNames: Object.keys(settings) }));
  const found = await admin.describeConfigs({ includeSynonyms: false, resources });
  return found.resources.flatMap(({ resourceName, configEntries }) => {
    const settings = Object.entries(wanted.get(resourceName)!);
    const valueOf = (name: string) => configEntries.find(({ configName }) => configName === name)?.configValue;
    const other = settings.filter(([name, value]) => valueOf(name) !== value);
    if (other.length === 0) return [];
    const differences = other.map(([name, value]) => `${name} is ${valueOf(name)} instead of ${value}`).join(', ');
    const mend = other.map(([name, value]) => `${name}=${value}`).join(',');
    return [
      `topic ${resourceName}: ${differences} (kafka-configs.sh --alter --entity-type topics --entity-name ${resourceName} --add-config ${mend})`,
    ];
  });
}
