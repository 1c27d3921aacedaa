import { Kafka, logLevel } from 'kafkajs';
import { startKafka, type KafkaBackend } from './kafka-backend.js';

jest.setTimeout(180_000); // the first run on a machine fetches Kafka

const clientOf = (backend: KafkaBackend) => new Kafka({ brokers: backend.brokers, logLevel: logLevel.NOTHING });

async function send(backend: KafkaBackend, topic: string, value: string): Promise<void> {
  const producer = clientOf(backend).producer();
  await producer.connect();
  await producer.send({ topic, messages: [{ value }], acks: -1 });
  await producer.disconnect();
}

async function createTopic(backend: KafkaBackend, topic: string): Promise<void> {
  const admin = clientOf(backend).admin();
  await admin.connect();
  await admin.createTopics({ topics: [{ topic, numPartitions: 1 }], waitForLeaders: true });
  await admin.disconnect();
}

async function read(backend: KafkaBackend, topic: string, count: number): Promise<string[]> {
  const consumer = clientOf(backend).consumer({ groupId: `reader-${topic}-${count}` });
  await consumer.connect();
  await consumer.subscribe({ topic, fromBeginning: true });
  const values: string[] = [];
  await new Promise<void>((resolve) => {
    const eachMessage = ({ message }: { message: { value: Buffer | null } }) => {
      if (values.push(String(message.value)) === count) resolve();
      return Promise.resolve();
    };
    void consumer.run({ eachMessage });
  });
  await consumer.disconnect();
  return values;
}

describe('a Kafka of one node', () => {
  const backends: KafkaBackend[] = [];
  const start = async () => {
    const backend = await startKafka({ environment: process.env });
    backends.push(backend);
    return backend;
  };
  afterEach(async () => {
    await Promise.all(backends.splice(0).map((backend) => backend.stop()));
  });

  it('returns all sent messages, also after it was killed and started again', async () => {
    const backend = await start();
    await createTopic(backend, 'letters');
    await send(backend, 'letters', 'before');
    expect(await read(backend, 'letters', 1)).toEqual(['before']);
    await backend.kill(0);
    await backend.restart(0);
    await send(backend, 'letters', 'after');
    expect(await read(backend, 'letters', 2)).toEqual(['before', 'after']);
  });

  it('starts twice in parallel, each with separate topics', async () => {
    const [one, other] = await Promise.all([start(), start()]);
    await createTopic(one, 'letters');
    const admin = clientOf(other).admin();
    await admin.connect();
    expect(await admin.listTopics()).toEqual([]);
    await admin.disconnect();
  });
});
