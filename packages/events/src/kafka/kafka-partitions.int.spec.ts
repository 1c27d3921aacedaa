import { randomBytes } from 'node:crypto';
import { createLogger } from '@precis/runtime/logger';
import { type TestKafka, testKafka } from '@precis/testing/kafka';
import { testRun } from '@precis/testing/test-run';
import { Collector, message } from '../contract/collector.js';
import { createTopics } from '../operator/create-topics.js';
import { openKafkaBus } from './kafka-bus.js';
import { kafkaClient } from './kafka-client.js';

const KEYS = Array.from({ length: 20 }, (_, i) => `k${i}`);

describe('a topic whose number of partitions was changed', () => {
  let kafka: TestKafka;
  beforeAll(async () => {
    kafka = await testKafka();
  }, 180_000);
  afterAll(() => kafka.stop());

  /** Makes a topic with `made` partitions where the code declares three, and a bus whose log can be read. */
  async function withTopic(made: number) {
    const lines: string[] = [];
    const logger = createLogger('kafka-partitions', 'error', { write: (line) => void lines.push(line) });
    const access = {
      brokers: kafka.brokers,
      clientId: 'partitions',
      prefix: `${testRun()}.${randomBytes(4).toString('hex')}.`,
      logger,
    };
    await createTopics({ ...access, topics: [{ name: 'facts.v1', partitions: made }] });
    const open = () => openKafkaBus({ ...access, drainMs: 500, topics: [{ name: 'facts.v1', partitions: 3 }] });
    return { access, lines, open };
  }

  it('to more keeps each key in its partition, and reports that the added ones are not used', async () => {
    const { access, lines, open } = await withTopic(3);
    const before = await open();
    await before.publish(KEYS.map((key) => message('facts.v1', key, `${key} before`)));
    const admin = kafkaClient(access).admin();
    await admin.connect();
    await admin.createPartitions({ topicPartitions: [{ topic: `${access.prefix}facts.v1`, count: 5 }] });
    await admin.disconnect();
    const after = await open();
    await after.publish(KEYS.map((key) => message('facts.v1', key, `${key} after`)));
    const collector = await new Collector(45_000).run(after, 'all', 'facts.v1');
    await collector.has(KEYS.flatMap((key) => [`${key} before`, `${key} after`]));
    const moved = KEYS.filter(
      (key) => new Set(collector.received.filter((one) => one.key === key).map(({ partition }) => partition)).size > 1,
    );
    expect(moved).toEqual([]);
    expect(lines.filter((line) => line.includes('more partitions than declared'))).toHaveLength(1);
    await Promise.all([before.close(), after.close()]);
  }, 120_000);

  it('to fewer refuses to publish: a key would change its partition', async () => {
    const { access, open } = await withTopic(2);
    const bus = await open();
    await expect(bus.publish([message('facts.v1', 'k', 'a')])).rejects.toThrow(
      `topic ${access.prefix}facts.v1 has 2 partitions instead of 3`,
    );
    await bus.close();
  }, 60_000);
});
