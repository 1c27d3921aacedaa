import { createLogger } from '@precis/runtime/logger';
import { pause } from '@precis/runtime/pause';
import { eventually } from '@precis/testing/eventually';
import { testKafka } from '@precis/testing/kafka';
import { Kafka, logLevel, type PartitionAssigner, PartitionAssigners } from 'kafkajs';
import { message } from '../contract/collector.js';
import { runEventsCommand } from '../operator/events-command.js';
import { PARTITIONS } from '../fixture/kafka-event-fixture.js';
import { kafkaForAll } from '../fixture/kafka-for-all.js';
import { kafkaClient } from './kafka-client.js';
import { KafkaConsumer, SESSION_TIMEOUT_MS } from './kafka-consumer.js';

const logger = createLogger('kafka-unassigned', 'silent');
const STALL_MS = 2_000;

describe('a group that stands still although Kafka answers', () => {
  const shared = kafkaForAll(testKafka);
  const running: (() => Promise<void>)[] = [];
  afterEach(() => Promise.all(running.splice(0).map((stop) => stop())));

  function consume(kafka: Kafka, group: string, handle: () => Promise<void>, stallMs?: number): KafkaConsumer {
    const consumer = new KafkaConsumer(kafka, {
      group,
      topics: [shared.fixture.topic],
      handle,
      logger,
      drainMs: 500,
      stallMs,
    });
    running.push(() => consumer.stop());
    consumer.start();
    return consumer;
  }

  /** A member that leads the group and, once another one joins, delays everybody's partitions until the test lets it continue. */
  async function slowLeader(group: string, topic: string): Promise<{ keepsWaiting(): boolean; goOn(): void }> {
    let goOn = (): void => undefined;
    const told = new Promise<void>((resolve) => (goOn = resolve));
    let rounds = 0;
    const assigner: PartitionAssigner = (config) => {
      const { assign, ...rest } = PartitionAssigners.roundRobin(config);
      const late: typeof assign = async (members) => {
        if (++rounds > 1) await told;
        return assign(members);
      };
      return { ...rest, assign: late };
    };
    const consumer = new Kafka({ brokers: shared.kafka.brokers, logLevel: logLevel.NOTHING }).consumer({
      groupId: group,
      partitionAssigners: [assigner],
      sessionTimeout: 60_000,
      heartbeatInterval: 300,
      maxWaitTimeInMs: 100,
    });
    await consumer.connect();
    await consumer.subscribe({ topic, fromBeginning: true });
    const joined = new Promise<void>((resolve) => consumer.on(consumer.events.GROUP_JOIN, () => resolve()));
    await consumer.run({ eachMessage: async () => undefined });
    await joined;
    running.push(async () => (goOn(), consumer.disconnect()));
    return { keepsWaiting: () => rounds > 1, goOn };
  }

  it('fails the liveness of a member without partitions, counts the whole backlog, and recovers with it', async () => {
    const { topic, group, access, bus } = shared.fixture;
    let handled = 0;
    const earlier = consume(kafkaClient(access), group, async () => void handled++);
    await bus.publish([message(topic, 'k', 'first')]);
    await eventually('the group has a place in one partition', () => handled === 1, 45_000);
    await earlier.stop();
    const leader = await slowLeader(group, topic);
    const consumer = consume(kafkaClient(access), group, async () => undefined, STALL_MS);
    await eventually('the group changes and nobody reads', () => leader.keepsWaiting(), 45_000);
    await bus.publish(Array.from({ length: 40 }, (_, i) => message(topic, `k${i}`, 'waits')));
    const complaint = () => {
      try {
        return void consumer.healthy();
      } catch (error) {
        return (error as Error).message;
      }
    };
    expect(await eventually('complaint', complaint, 30_000)).toBe(
      `consumer of group ${group} is stalled: not in the group`,
    );
    await eventually('all that waits is counted', async () => (await consumer.lag()).get(topic) === 40, 30_000);
    const { lines } = await runEventsCommand(['lag', '--group', group], { KAFKA_BROKERS: access.brokers.join(',') });
    expect([lines.length, lines.at(-1)]).toEqual([PARTITIONS + 2, '40 behind in all']);

    leader.goOn();
    await eventually('healthy again', () => complaint() === undefined, 60_000);
  }, 150_000);

  it('is not a group whose members send heartbeats, also with the clock set back by an hour', async () => {
    const { group, access } = shared.fixture;
    const beats: number[] = [];
    const client = kafkaClient(access);
    const spied = Object.create(client) as typeof client;
    spied.consumer = (config) => {
      const consumer = client.consumer(config);
      consumer.on(consumer.events.HEARTBEAT, () => void beats.push(performance.now()));
      return consumer;
    };
    consume(spied, `${group}.clock`, async () => undefined);
    await eventually('in the group', () => beats.length > 0, 45_000);
    const now = Date.now;
    try {
      Date.now = () => now() - 3_600_000;
      const before = beats.length;
      await eventually('more heartbeats', () => beats.length >= before + 2, 40_000);
    } finally {
      Date.now = now;
    }
  }, 120_000);

  it('is counted by the operator also when it never moved at all; a handler that outlives the session keeps its membership', async () => {
    const { topic, group, access, bus } = shared.fixture;
    const own = `${group}.new`;
    const admin = kafkaClient(access).admin();
    await admin.connect();
    const members = async () => (await admin.describeGroups([own])).groups[0].members.map(({ memberId }) => memberId);
    let held = 0;
    consume(kafkaClient(access), own, () => new Promise(() => held++));
    await bus.publish([message(topic, 'k', 'waits')]);
    await eventually('in the group', () => held > 0, 45_000);
    const before = await members();
    const { lines } = await runEventsCommand(['lag', '--group', own], { KAFKA_BROKERS: access.brokers.join(',') });
    expect([lines.length, lines.at(-1)]).toEqual([PARTITIONS + 2, '42 behind in all']);
    // The time for which it is held is the subject of this test.
    await pause(SESSION_TIMEOUT_MS + 1_500, new AbortController().signal);
    expect([await members(), before.length]).toEqual([before, 1]);
    await admin.disconnect();
  }, 90_000);
});
