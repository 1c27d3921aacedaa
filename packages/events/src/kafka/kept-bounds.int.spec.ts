import { createLogger } from '@precis/runtime/logger';
import { eventually } from '@precis/testing/eventually';
import { testKafka } from '@precis/testing/kafka';
import { testRun } from '@precis/testing/test-run';
import type { Admin } from 'kafkajs';
import { TOPICS } from '../catalogue/topics.js';
import { createTopics } from '../operator/create-topics.js';
import { kafkaClient } from './kafka-client.js';
import { keptBounds } from './kept-bounds.js';

const DAY_MS = 86_400_000;

describe('the earliest offset for a rewind', () => {
  let kafka: Awaited<ReturnType<typeof testKafka>>;
  let admin: Admin;
  const prefix = `${testRun()}.kept.`;
  const publish = async (topic: string, ...daysAgo: number[]) => {
    const producer = kafkaClient({ ...access(), clientId: 'kept' }).producer();
    await producer.connect();
    for (const days of daysAgo)
      await producer.send({
        topic: prefix + topic,
        messages: [{ partition: 0, value: 'x', timestamp: String(Date.now() - days * DAY_MS) }],
      });
    await producer.disconnect();
  };
  const access = () => ({ brokers: kafka.brokers, clientId: 'kept', logger: createLogger('kept', 'silent'), prefix });
  beforeAll(async () => {
    kafka = await testKafka();
    await createTopics({ ...access(), topics: TOPICS.filter(({ name }) => name.startsWith('auth.')) });
    admin = kafkaClient(access()).admin();
    await admin.connect();
    // A broker knows a new topic before it leads all of its partitions, and kafkajs does not repeat a call that it refuses for that reason.
    for (const topic of ['auth.api-key.v1', 'auth.user.v1'])
      await eventually(`${topic} has leaders`, () =>
        admin.fetchTopicOffsets(prefix + topic).then(
          () => true,
          () => false,
        ),
      );
  }, 240_000);
  afterAll(async () => {
    await admin?.disconnect();
    await kafka?.stop();
  });

  it('is the retention of a topic, although Kafka still has older messages in the same segment', async () => {
    await publish('auth.api-key.v1', 35, 31, 29, 0);
    const bounds = await keptBounds(admin, `${prefix}auth.api-key.v1`);
    expect(bounds.find(({ partition }) => partition === 0)).toMatchObject({ low: '2', high: '4' });
    for (const { partition, low, high } of bounds)
      if (partition !== 0) expect({ low, high }).toEqual({ low: '0', high: '0' });
  }, 60_000);

  it('is the beginning of a topic that is kept forever', async () => {
    await publish('auth.user.v1', 400, 0);
    const bounds = await keptBounds(admin, `${prefix}auth.user.v1`);
    expect(bounds.find(({ partition }) => partition === 0)).toMatchObject({ low: '0', high: '2' });
  }, 60_000);
});
