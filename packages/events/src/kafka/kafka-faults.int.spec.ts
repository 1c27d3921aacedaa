import { setTimeout as wait } from 'node:timers/promises';
import { type KafkaBackend, startKafka } from '@precis/backends/kafka-backend';
import { createLogger } from '@precis/runtime/logger';
import { eventually } from '@precis/testing/eventually';
import { Kafka, logLevel, type PartitionAssigner } from 'kafkajs';
import type { ReceivedMessage } from '../bus.js';
import { Collector, message } from '../contract/collector.js';
import { createTopics } from '../operator/create-topics.js';
import { openKafkaBus } from './kafka-bus.js';
import { kafkaClient } from './kafka-client.js';
import { KafkaConsumer } from './kafka-consumer.js';
import { partitionOf } from '../outbox/murmur2.js';
import { TOPICS } from '../catalogue/topics.js';

const logger = createLogger('kafka-faults', 'silent');
/** Publishers that have not published before; each is as likely to fail as the first. */
const FRESH_LINES = 3;

describe('the Kafka bus', () => {
  let backend: KafkaBackend;
  const access = () => ({ brokers: backend.brokers, clientId: 'faults', logger });
  beforeAll(async () => {
    backend = await startKafka({ environment: process.env });
  }, 180_000);
  afterAll(() => backend.stop());

  it('never creates a topic by accident, and continues as soon as the command created it', async () => {
    const bus = await openKafkaBus({ ...access(), drainMs: 500 });
    const collector = await new Collector(30_000).run(bus, 'early', 'made.later.v1');
    await expect(bus.publish([message('made.later.v1', 'k', 'a')])).rejects.toThrow();
    expect(await createTopics({ ...access(), topics: [{ name: 'made.later.v1', partitions: 2 }] })).toEqual([
      'made.later.v1',
    ]);
    await bus.publish([message('made.later.v1', 'k', 'a')]);
    await collector.has(['a']);
    await bus.close();
  }, 60_000);

  it('publishes other topics although one topic does not exist', async () => {
    await createTopics({ ...access(), topics: [{ name: 'good.v1', partitions: 2 }] });
    for (let line = 0; line < FRESH_LINES; line++) {
      const bus = await openKafkaBus(access());
      const outcomes = await Promise.allSettled([
        bus.publish([message('missing.v1', 'k', 'a')]),
        bus.publish([message('good.v1', 'k', 'a')]),
        bus.publish([message('missing.v1', 'k', 'b')]),
      ]);
      expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected']);
      await bus.close();
    }
  }, 60_000);

  it('creates every topic once, and refuses one whose partitions were changed', async () => {
    expect(await createTopics(access())).toEqual(TOPICS.map((topic) => topic.name));
    expect(await createTopics(access())).toEqual([]);
    await expect(createTopics({ ...access(), topics: [{ name: TOPICS[0].name, partitions: 1 }] })).rejects.toThrow(
      'has 6 partitions instead of 1',
    );
  }, 60_000);

  it('does not let the backlog of one partition delay the others', async () => {
    await createTopics({ ...access(), topics: [{ name: 'backlog.v1', partitions: 2 }] });
    const [full, other] = [0, 1].map((partition) =>
      ['a', 'b', 'c', 'd', 'e'].find((key) => partitionOf(key, 2) === partition)!,
    );
    const bus = await openKafkaBus({ ...access(), drainMs: 500 });
    await bus.publish(Array.from({ length: 1_000 }, (_, i) => message('backlog.v1', full, String(i))));
    try {
      const collector = await new Collector(60_000).run(bus, 'backlog', 'backlog.v1', () => wait(5));
      await collector.has(['0']);
      await bus.publish([message('backlog.v1', other, 'other')]);
      await collector.has(['other']);
      expect(collector.firstTexts(full).length).toBeLessThan(900);
      await collector.has(['999']);
      expect(collector.firstTexts(full)).toEqual(Array.from({ length: 1_000 }, (_, i) => String(i)));
    } finally {
      await bus.close();
    }
  }, 90_000);

  it('replaces a consumer that kafkajs gave up for as long as the group refuses it, and fails liveness only after many times the limit', async () => {
    await createTopics({ ...access(), topics: [{ name: 'quarrel.v1', partitions: 1 }] });
    const foreign: PartitionAssigner = () => ({
      name: 'foreign',
      version: 1,
      assign: async () => [],
      protocol: () => ({ name: 'foreign', metadata: Buffer.alloc(0) }),
    });
    const other = new Kafka({ brokers: backend.brokers, logLevel: logLevel.NOTHING }).consumer({
      groupId: 'quarrel',
      partitionAssigners: [foreign],
    });
    await other.connect();
    await other.subscribe({ topic: 'quarrel.v1' });
    const joined = new Promise<void>((resolve) => other.on(other.events.GROUP_JOIN, () => resolve()));
    await other.run({ eachMessage: async () => undefined });
    await joined;
    const lines: string[] = [];
    const heard = createLogger('kafka-faults', 'warn', { write: (line) => void lines.push(line) });
    const seen: string[] = [];
    const handle = async (received: ReceivedMessage) => void seen.push(String(received.value));
    const consumer = new KafkaConsumer(kafkaClient(access()), {
      group: 'quarrel',
      topics: ['quarrel.v1'],
      handle,
      logger: heard,
      drainMs: 500,
      stallMs: 1_000,
    });
    const complaint = () => {
      try {
        return void consumer.healthy();
      } catch (error) {
        return (error as Error).message;
      }
    };
    consumer.start();
    await eventually(
      'given up twice',
      () => lines.filter((line) => line.includes('crashed; a new one will replace it')).length > 1,
      30_000,
    );
    consumer.healthy();
    expect(await eventually('complaint', complaint, 45_000)).toBe('no consumer of group quarrel can join');
    await other.disconnect();
    const bus = await openKafkaBus({ ...access(), drainMs: 500 });
    await bus.publish([message('quarrel.v1', 'k', 'first')]);
    await eventually('delivered after all', () => seen.length === 1, 30_000);
    consumer.healthy();
    await Promise.all([consumer.stop(), bus.close()]);
  }, 120_000);

  it('starts, stays healthy and rejects what it cannot store while Kafka is away, and recovers with it', async () => {
    await createTopics({ ...access(), topics: [{ name: 'away.v1', partitions: 3 }] });
    const bus = await openKafkaBus({ ...access(), drainMs: 500 });
    await bus.publish([message('away.v1', 'k', 'before')]);
    await backend.kill(0);
    const consumer = await bus.run('away', ['away.v1'], async (received) => void seen.push(String(received.value)));
    const seen: string[] = [];
    await expect(bus.publish([message('away.v1', 'k', 'lost')])).rejects.toThrow();
    consumer.healthy();
    await backend.restart(0);
    await eventually(
      'publishes again',
      () =>
        bus.publish([message('away.v1', 'k', 'after')]).then(
          () => true,
          () => false,
        ),
      60_000,
    );
    await eventually('both delivered', () => seen.includes('before') && seen.includes('after'), 60_000);
    consumer.healthy();
    await bus.close();
  }, 150_000);
});
