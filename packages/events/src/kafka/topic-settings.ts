import type { Admin, ConfigResourceTypes } from 'kafkajs';
import type { Topic } from '../catalogue/topics.js';

/** Kafka's number for a topic. kafkajs has a name for it that an ES module cannot import. */
const TOPIC = 2 as ConfigResourceTypes.TOPIC;

/** A topic's settings by Kafka's names. */
export type TopicSettings = Record<string, string>;

/** How long a topic keeps its events. */
export function retentionOf(topic: Topic): TopicSettings {
  return { 'cleanup.policy': 'delete', 'retention.ms': String(topic.retentionMs ?? -1) };
}

/**
 * What a declared topic has on Kafka, by the number of copies that it was really given: with three, two must have a record before it
 * counts as stored; with fewer, a broker that is away must not stop publishing.
 */
export function topicSettings(topic: Topic, replicas: number): TopicSettings {
  return { ...retentionOf(topic), 'min.insync.replicas': replicas >= 3 ? '2' : '1' };
}

/** Gives a topic that was just made its settings; they replace all that it has. */
export async function applySettings(admin: Admin, name: string, settings: TopicSettings): Promise<void> {
  await admin.alterConfigs({
    validateOnly: false,
    resources: [{ type: TOPIC, name, configEntries: settingEntries(settings) }],
  });
}

/** As kafkajs wants settings. */
export const settingEntries = (settings: TopicSettings): { name: string; value: string }[] =>
  Object.entries(settings).map(([name, value]) => ({ name, value }));

/** What is otherwise on Kafka than declared, and the command that mends it; by whom and why it was changed nobody here knows. */
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
