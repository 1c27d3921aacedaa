import { jest } from '@jest/globals';
import { Kafka, logLevel } from 'kafkajs';
import { startKafka, type KafkaEngine } from './kafka-engine.js';

jest.setTimeout(180_000); // the first run on a machine fetches Kafka

const clientOf = (engine: KafkaEngine) => new Kafka({ brokers: engine.brokers, logLevel: logLevel.NOTHING });

async function send(engine: KafkaEngine, topic: string, value: string): Promise<void> {
  const producer = clientOf(engine).producer();
  await producer.connect();
  await producer.send({ topic, messages: [{ value }], acks: -1 });
  await producer.disconnect();
}

async function createTopic(engine: KafkaEngine, topic: string): Promise<void> {
  const admin = clientOf(engine).admin();
  await admin.connect();
  await admin.createTopics({ topics: [{ topic, numPartitions: 1 }], waitForLeaders: true });
  await admin.disconnect();
}

async function read(engine: KafkaEngine, topic: string, count: number): Promise<string[]> {
  const consumer = clientOf(engine).consumer({ groupId: `reader-${topic}-${count}` });
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
  const engines: KafkaEngine[] = [];
  const start = async () => {
    const engine = await startKafka({ environment: process.env });
    engines.push(engine);
    return engine;
  };
  afterEach(async () => {
    await Promise.all(engines.splice(0).map((engine) => engine.stop()));
  });

  it('gives back what was sent, also after it was killed and started again', async () => {
    const engine = await start();
    await createTopic(engine, 'letters');
    await send(engine, 'letters', 'before');
    expect(await read(engine, 'letters', 1)).toEqual(['before']);
    await engine.kill(0);
    await engine.restart(0);
    await send(engine, 'letters', 'after');
    expect(await read(engine, 'letters', 2)).toEqual(['before', 'after']);
  });

  it('starts twice side by side, each with topics of its own', async () => {
    const [one, other] = await Promise.all([start(), start()]);
    await createTopic(one, 'letters');
    const admin = clientOf(other).admin();
    await admin.connect();
    expect(await admin.listTopics()).toEqual([]);
    await admin.disconnect();
  });
});
