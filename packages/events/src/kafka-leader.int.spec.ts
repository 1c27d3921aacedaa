import { setTimeout as wait } from 'node:timers/promises';
import { type KafkaEngine, startKafka } from '@precis/engines/kafka-engine';
import { createLogger } from '@precis/runtime/logger';
import { eventually } from '@precis/testing/eventually';
import { Kafka, logLevel } from 'kafkajs';
import { Collector, message } from './contract/collector.js';
import { openKafkaBus } from './kafka-bus.js';
import { partitionOf } from './murmur2.js';

const TOPIC = 'moving.v1';
/** Broker ids count from 1, nodes of the engine from 0. */
const STOPPED_BROKER = 2;

describe('when the leader of a partition moves', () => {
  let engine: KafkaEngine;
  beforeAll(async () => {
    engine = await startKafka({ nodes: 3, environment: process.env });
    const admin = new Kafka({ brokers: engine.brokers, logLevel: logLevel.NOTHING }).admin();
    await admin.connect();
    const replicaAssignment = [
      { partition: 0, replicas: [1, 3] },
      { partition: 1, replicas: [STOPPED_BROKER, 1] },
    ];
    await admin.createTopics({ topics: [{ topic: TOPIC, replicaAssignment, configEntries: [{ name: 'min.insync.replicas', value: '1' }] }], waitForLeaders: true });
    await admin.disconnect();
  }, 240_000);
  afterAll(() => engine.stop());

  // The sequence by which one kafkajs `send` over both partitions was shown to lose the second one's message and still resolve.
  it('loses nothing that it acknowledged', async () => {
    const bus = await openKafkaBus({ brokers: engine.brokers, clientId: 'moving', logger: createLogger('moving', 'silent'), drainMs: 500 });
    const keys = [0, 1].map((partition) => ['a', 'b', 'c', 'd', 'e', 'f', 'g'].find((key) => partitionOf(key, 2) === partition)!);
    await bus.publish(keys.map((key) => message(TOPIC, key, `before-${key}`)));
    await engine.kill(STOPPED_BROKER - 1, 'SIGSTOP');
    const batch = keys.map((key) => message(TOPIC, key, `during-${key}`));
    const first = bus.publish(batch).then(() => true, () => false);
    await wait(500);
    await engine.kill(STOPPED_BROKER - 1, 'SIGKILL');
    // As the relay does: what was not acknowledged is published again.
    if (!(await first)) await eventually('acknowledged', () => bus.publish(batch).then(() => true, () => false), 60_000);
    const collector = await new Collector(60_000).run(bus, 'reader', TOPIC);
    await collector.has(keys.flatMap((key) => [`before-${key}`, `during-${key}`]));
    for (const key of keys) expect(collector.firstTexts(key)).toEqual([`before-${key}`, `during-${key}`]);
    await bus.close();
  }, 180_000);
});
