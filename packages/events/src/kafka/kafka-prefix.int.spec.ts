import { createLogger } from '@precis/runtime/logger';
import { type TestKafka, testKafka } from '@precis/testing/kafka';
import { testRun } from '@precis/testing/test-run';
import type { Bus } from '../bus.js';
import { Collector, message } from '../contract/collector.js';
import { createTopics } from '../operator/create-topics.js';
import { openKafkaBus } from './kafka-bus.js';

const PATIENCE_MS = 45_000;

describe('two deployments on one Kafka', () => {
  let kafka: TestKafka;
  let buses: Bus[];
  beforeAll(async () => {
    kafka = await testKafka();
    const accesses = ['one', 'two'].map((name) => ({
      brokers: kafka.brokers,
      clientId: name,
      prefix: `${testRun()}.${name}.`,
      logger: createLogger(name, 'silent'),
    }));
    for (const access of accesses)
      expect(await createTopics({ ...access, topics: [{ name: 'facts.v1', partitions: 1 }] })).toEqual([
        `${access.prefix}facts.v1`,
      ]);
    buses = await Promise.all(accesses.map(openKafkaBus));
  }, 180_000);
  afterAll(async () => {
    await Promise.all(buses.map((bus) => bus.close()));
    await kafka.stop();
  });

  it('each get only their own events, under the names in their code', async () => {
    const collectors = await Promise.all(buses.map((bus) => new Collector(PATIENCE_MS).run(bus, 'group', 'facts.v1')));
    for (const [index, bus] of buses.entries())
      await bus.publish([message('facts.v1', 'k', `first of ${index}`), message('facts.v1', 'k', `last of ${index}`)]);
    for (const [index, collector] of collectors.entries()) {
      await collector.has([`last of ${index}`]);
      expect(collector.firstTexts('k')).toEqual([`first of ${index}`, `last of ${index}`]);
      expect(new Set(collector.received.map(({ topic }) => topic))).toEqual(new Set(['facts.v1']));
    }
  }, 120_000);
});
