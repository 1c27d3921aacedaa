import { randomBytes } from 'node:crypto';
import { createLogger } from '@precis/runtime/logger';
import { type TestKafka, testKafka } from '@precis/testing/kafka';
import { testRun } from '@precis/testing/test-run';
import kafkajs, { type Admin } from 'kafkajs';
import { createTopics } from '../operator/create-topics.js';
import { kafkaClient } from './kafka-client.js';
import { topicSettings } from '../operator/create-topics.js';
import { TOPICS } from '../catalogue/topics.js';

// Node finds no export of this name in the CommonJS module.
const { ConfigResourceTypes } = kafkajs;

describe('the topics that the command created', () => {
  let kafka: TestKafka;
  let admin: Admin;
  const access = () => ({
    brokers: kafka.brokers,
    clientId: 'settings',
    prefix: `${testRun()}.${randomBytes(4).toString('hex')}.`,
    logger: createLogger('settings', 'silent'),
  });
  beforeAll(async () => {
    kafka = await testKafka();
    admin = kafkaClient(access()).admin();
    await admin.connect();
  }, 180_000);
  afterAll(async () => {
    await admin.disconnect();
    await kafka.stop();
  });

  it('never lose the newest event of a key: all are kept for their time or forever, none is compacted', async () => {
    const names = await createTopics(access());
    const { resources } = await admin.describeConfigs({
      includeSynonyms: false,
      resources: names.map((name) => ({
        type: ConfigResourceTypes.TOPIC,
        name,
        configNames: ['cleanup.policy', 'retention.ms'],
      })),
    });
    const settings = resources.map(({ configEntries }) =>
      Object.fromEntries(configEntries.map(({ configName, configValue }) => [configName, configValue])),
    );
    expect(settings).toEqual(
      TOPICS.map(({ retentionMs = -1 }) => ({ 'cleanup.policy': 'delete', 'retention.ms': String(retentionMs) })),
    );
  }, 60_000);

  it('are refused, with the correcting command, when their settings make Kafka keep less or store nothing', async () => {
    const own = access();
    const topic = { name: 'facts.v1', partitions: 1 };
    const name = `${own.prefix}facts.v1`;
    await createTopics({ ...own, topics: [topic] });
    expect(await createTopics({ ...own, topics: [topic] })).toEqual([]);
    const configEntries = Object.entries({
      'cleanup.policy': 'compact',
      'retention.ms': '1000',
      'min.insync.replicas': '2',
    }).map(([of, value]) => ({ name: of, value }));
    await admin.alterConfigs({
      validateOnly: false,
      resources: [{ type: ConfigResourceTypes.TOPIC, name, configEntries }],
    });
    const complaint = await createTopics({ ...own, topics: [topic] }).catch((error: Error) => error.message);
    for (const fault of [
      'cleanup.policy is compact instead of delete',
      'retention.ms is 1000 instead of -1',
      'min.insync.replicas is 2 instead of 1',
    ])
      expect(complaint).toContain(fault);
    expect(complaint).toContain(
      `--entity-name ${name} --add-config cleanup.policy=delete,retention.ms=-1,min.insync.replicas=1`,
    );
  }, 60_000);
});

describe('the number of copies that must have a record before it counts as stored', () => {
  it.each([
    [1, '1'],
    [2, '1'],
    [3, '2'],
    [5, '2'],
  ])('of %s: %s', (replicas, inSync) => {
    expect(topicSettings({ name: 'facts.v1', partitions: 1 }, replicas)['min.insync.replicas']).toBe(inSync);
  });
});
