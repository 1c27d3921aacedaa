import { Kafka, logLevel } from 'kafkajs';
import { startKafka, type KafkaBackend } from './kafka-backend.js';
import { brokersSeenFrom } from './kafka-readiness.js';
import { waitUntil } from './wait-until.js';

jest.setTimeout(180_000); // the first run on a machine fetches Kafka

describe('a Kafka of three nodes', () => {
  let backend: KafkaBackend;
  beforeAll(async () => (backend = await startKafka({ nodes: 3, environment: process.env })));
  afterAll(async () => backend.stop());
  const seen = async (node: number) =>
    (await brokersSeenFrom({ host: '127.0.0.1', port: Number(backend.brokers[node].split(':')[1]) })).sort();

  it('keeps working when the leader of a partition is killed, and takes the node back', async () => {
    const kafka = new Kafka({ brokers: backend.brokers, logLevel: logLevel.NOTHING });
    const [admin, producer] = [kafka.admin(), kafka.producer()];
    await Promise.all([admin.connect(), producer.connect()]);
    await admin.createTopics({
      topics: [{ topic: 'letters', numPartitions: 1, replicationFactor: 3 }],
      waitForLeaders: true,
    });
    const messages = [{ value: 'x' }];
    await producer.send({ topic: 'letters', messages, acks: -1 });
    const { topics } = await admin.fetchTopicMetadata({ topics: ['letters'] });
    const leader = topics[0].partitions[0].leader - 1;
    await backend.kill(leader);
    const other = (leader + 1) % 3;
    expect(await waitUntil(async () => (await seen(other)).length === 2, 20_000)).toBe(true);
    await producer.send({ topic: 'letters', messages, acks: -1 });
    await backend.restart(leader);
    expect(await seen(leader)).toEqual([1, 2, 3]);
    const [{ high }] = await admin.fetchTopicOffsets('letters');
    expect(Number(high)).toBeGreaterThanOrEqual(2); // a retried send may repeat, none may be lost
    await Promise.all([admin.disconnect(), producer.disconnect()]);
  });
});
