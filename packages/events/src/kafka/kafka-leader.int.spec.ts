import { setTimeout as wait } from 'node:timers/promises';
import { type KafkaBackend, startKafka } from '@precis/backends/kafka-backend';
import { createLogger } from '@precis/runtime/logger';
import { eventually } from '@precis/testing/eventually';
import { Kafka, logLevel } from 'kafkajs';
import type { Bus } from '../bus.js';
import { Collector, message } from '../contract/collector.js';
import { OneSendBus } from '../fixture/one-send-bus.js';
import { openKafkaBus } from './kafka-bus.js';
import { partitionOf } from '../outbox/murmur2.js';

/** Broker ids start at 1, nodes of the backend at 0. */
const STOPPED_BROKER = 2;
/** One key of each of the two partitions; the second one's leader will die. */
const KEYS = [0, 1].map((partition) =>
  ['a', 'b', 'c', 'd', 'e', 'f', 'g'].find((key) => partitionOf(key, 2) === partition)!,
);

describe('when a leader dies between two answers of one publish', () => {
  let backend: KafkaBackend;
  let reader: Bus;
  const kafka = () => new Kafka({ brokers: backend.brokers, logLevel: logLevel.NOTHING });
  const open = () =>
    openKafkaBus({
      brokers: backend.brokers,
      clientId: 'moving',
      logger: createLogger('moving', 'silent'),
      drainMs: 500,
    });
  beforeAll(async () => {
    backend = await startKafka({ nodes: 3, environment: process.env });
    reader = await open();
  }, 240_000);
  afterAll(async () => {
    await reader?.close();
    await backend?.stop();
  });

  async function createTopic(topic: string): Promise<void> {
    const replicaAssignment = [
      { partition: 0, replicas: [1, 3] },
      { partition: 1, replicas: [STOPPED_BROKER, 1] },
    ];
    const admin = kafka().admin();
    await admin.connect();
    await admin.createTopics({
      topics: [{ topic, replicaAssignment, configEntries: [{ name: 'min.insync.replicas', value: '1' }] }],
      waitForLeaders: true,
    });
    await admin.disconnect();
  }

  const batch = (topic: string, what: string) => KEYS.map((key) => message(topic, key, `${what}-${key}`));

  /** The second partition's leader is silent when the publish reaches it, and dies; returns whether the publish resolved. */
  async function publishThroughDeath(bus: Bus, topic: string): Promise<boolean> {
    await bus.publish(batch(topic, 'before'));
    await backend.kill(STOPPED_BROKER - 1, 'SIGSTOP');
    const acknowledged = bus.publish(batch(topic, 'during')).then(
      () => true,
      () => false,
    );
    await wait(500); // both requests are under way, the first is answered
    await backend.kill(STOPPED_BROKER - 1, 'SIGKILL');
    return acknowledged;
  }

  /** Texts of the second partition up to `after`, which is published last. */
  async function readBack(topic: string): Promise<Collector> {
    await eventually(
      'after is stored',
      () =>
        reader.publish(batch(topic, 'after')).then(
          () => true,
          () => false,
        ),
      60_000,
    );
    const collector = await new Collector(60_000).run(reader, `reader-${topic}`, topic);
    await collector.has(KEYS.map((key) => `after-${key}`));
    return collector;
  }

  it('our adapter loses nothing that it acknowledged', async () => {
    const [topic, bus] = ['moving.v1', await open()];
    await createTopic(topic);
    // Like the relay: unacknowledged messages are published again.
    if (!(await publishThroughDeath(bus, topic))) {
      await eventually(
        'acknowledged',
        () =>
          bus.publish(batch(topic, 'during')).then(
            () => true,
            () => false,
          ),
        60_000,
      );
    }
    const collector = await readBack(topic);
    for (const key of KEYS)
      expect(collector.firstTexts(key)).toEqual([`before-${key}`, `during-${key}`, `after-${key}`]);
    await bus.close();
  }, 180_000);

  it('a planted adapter with one send over both partitions does, which proves the sequence', async () => {
    await backend.restart(STOPPED_BROKER - 1);
    const topic = 'planted.v1';
    await createTopic(topic);
    const bus = await OneSendBus.open(kafka(), KEYS.length);
    expect(await publishThroughDeath(bus, topic)).toBe(true);
    const collector = await readBack(topic);
    expect(collector.firstTexts(KEYS[0])).toEqual([`before-${KEYS[0]}`, `during-${KEYS[0]}`, `after-${KEYS[0]}`]);
    expect(collector.firstTexts(KEYS[1])).toEqual([`before-${KEYS[1]}`, `after-${KEYS[1]}`]);
    await bus.close();
  }, 180_000);
});
