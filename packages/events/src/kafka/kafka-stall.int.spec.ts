import { createLogger } from '@precis/runtime/logger';
import { eventually } from '@precis/testing/eventually';
import { type TestKafka, testKafka } from '@precis/testing/kafka';
import { testRun } from '@precis/testing/test-run';
import type { Consumer, Kafka } from 'kafkajs';
import type { Bus, ReceivedMessage } from '../bus.js';
import { message } from '../contract/collector.js';
import { createTopics } from '../operator/create-topics.js';
import { openKafkaBus } from './kafka-bus.js';
import { kafkaClient } from './kafka-client.js';
import { KafkaConsumer } from './kafka-consumer.js';

const STALL_MS = 1_500;
const logger = createLogger('kafka-stall', 'silent');
const [STANDING, HELD, STOPPED] = ['standing', 'held', 'stopped'].map((name) => `${testRun()}.${name}.v1`);

describe('liveness of a consumer on a real broker', () => {
  let kafka: TestKafka;
  let bus: Bus;
  let consumer: KafkaConsumer;
  let inner: Consumer;
  let seen: ReceivedMessage[];
  const access = () => ({ brokers: kafka.brokers, clientId: 'stall', logger });

  beforeAll(async () => {
    kafka = await testKafka();
    bus = await openKafkaBus(access());
  }, 180_000);
  afterAll(async () => {
    await bus.close();
    await kafka.stop();
  });
  afterEach(() => consumer.stop());

  /** A consumer of a new topic with one partition that has handled `first`; the test can reach its kafkajs consumer. */
  async function consume(
    topic: string,
    handle: (message: ReceivedMessage) => Promise<void> = async () => undefined,
  ): Promise<void> {
    await createTopics({ ...access(), topics: [{ name: topic, partitions: 1 }] });
    const client = kafkaClient(access());
    const spied = Object.create(client) as Kafka;
    spied.consumer = (config) => (inner = client.consumer(config));
    seen = [];
    const note = async (received: ReceivedMessage) => {
      await handle(received);
      seen.push(received);
    };
    consumer = new KafkaConsumer(spied, {
      group: topic,
      topics: [topic],
      handle: note,
      logger,
      drainMs: 500,
      stallMs: STALL_MS,
    });
    consumer.start();
    await bus.publish([message(topic, 'k', 'first')]);
    await eventually('first handled', () => seen.length === 1, 30_000);
    // On a busy machine the join itself takes longer than this limit.
    await eventually('healthy', () => complaint() === undefined, 30_000);
  }
  const complaint = (): string | undefined => {
    try {
      return void consumer.healthy();
    } catch (error) {
      return (error as Error).message;
    }
  };
  /** Checks that it is healthy for several times the limit. */
  async function staysHealthy(): Promise<void> {
    const until = Date.now() + 3 * STALL_MS;
    await eventually('several looks', () => (consumer.healthy(), Date.now() > until));
  }

  it('fails when a partition with messages stands still while fetches and heartbeats continue, and recovers with it', async () => {
    await consume(STANDING);
    await staysHealthy(); // nothing to do is no stall
    inner.pause([{ topic: STANDING }]);
    await bus.publish([message(STANDING, 'k', 'a'), message(STANDING, 'k', 'b')]);
    expect(await eventually('complaint', complaint, 20_000)).toBe(
      `consumer of group ${STANDING} is stalled: no progress in ${STANDING}/0 (1 of 3)`,
    );
    expect(await consumer.lag()).toEqual(new Map([[STANDING, 2]]));
    inner.resume([{ topic: STANDING }]);
    await eventually('healthy again', () => complaint() === undefined, 20_000);
    await eventually('no lag', async () => (await consumer.lag()).get(STANDING) === 0, 20_000);
    expect(seen).toHaveLength(3);
  }, 90_000);

  it('holds while a handler keeps a message, as during an unavailable database', async () => {
    let goOn = (): void => undefined;
    const hang = new Promise<void>((resolve) => (goOn = resolve));
    let handled = 0;
    await consume(HELD, () => (handled++ === 0 ? Promise.resolve() : hang));
    await bus.publish([message(HELD, 'k', 'a'), message(HELD, 'k', 'b')]);
    await eventually('held', () => handled === 2);
    await staysHealthy();
    goOn();
    await eventually('all handled', () => seen.length === 3);
  }, 90_000);

  it('fails when kafkajs stopped the consumer by itself', async () => {
    await consume(STOPPED);
    await inner.stop();
    expect(await eventually('complaint', complaint, 20_000)).toBe(`consumer of group ${STOPPED} stopped by itself`);
  }, 90_000);
});
