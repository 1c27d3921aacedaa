import { randomBytes } from 'node:crypto';
import { createLogger } from '@precis/runtime/logger';
import { type TestKafka, testKafka } from '@precis/testing/kafka';
import { testRun } from '@precis/testing/test-run';
import { type Admin, ConfigResourceTypes } from 'kafkajs';
import { createTopics } from './create-topics.js';
import { kafkaClient } from './kafka-client.js';
import { TOPICS } from './topics.js';

describe('the topics that the command made', () => {
  let kafka: TestKafka;
  let admin: Admin;
  const access = () => ({ brokers: kafka.brokers, clientId: 'settings', prefix: `${testRun()}.${randomBytes(4).toString('hex')}.`, logger: createLogger('settings', 'silent') });
  beforeAll(async () => {
    kafka = await testKafka();
    admin = kafkaClient(access()).admin();
    await admin.connect();
  }, 180_000);
  afterAll(async () => {
    await admin.disconnect();
    await kafka.stop();
  });

  it('never forget the newest event of a key: all are kept for their time or for ever, none is compacted', async () => {
    const names = await createTopics(access());
    const { resources } = await admin.describeConfigs({ includeSynonyms: false, resources: names.map((name) => ({ type: ConfigResourceTypes.TOPIC, name, configNames: ['cleanup.policy', 'retention.ms'] })) });
    const settings = resources.map(({ configEntries }) => Object.fromEntries(configEntries.map(({ configName, configValue }) => [configName, configValue])));
    expect(settings).toEqual(TOPICS.map(({ retentionMs = -1 }) => ({ 'cleanup.policy': 'delete', 'retention.ms': String(retentionMs) })));
  }, 60_000);
});
