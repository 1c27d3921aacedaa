import { KAFKA_ADMIN } from '@precis/backends/kafka-login';
import { type KafkaBackend, startKafka } from '@precis/backends/kafka-backend';
import { createLogger } from '@precis/runtime/logger';
import { randomBytes } from 'node:crypto';
import { accessRights, usersOf } from '../operator/access-rights.js';
import type { Bus } from '../bus.js';
import { Collector, message } from '../contract/collector.js';
import { createTopics } from '../operator/create-topics.js';
import { grantAccess } from '../operator/grant-access.js';
import { openKafkaBus } from './kafka-bus.js';
import { type KafkaAccess, kafkaClient } from './kafka-client.js';
import { TOPICS } from '../catalogue/topics.js';

const PATIENCE_MS = 45_000;
const SERVICES = usersOf(TOPICS);
/** A service without topics, as if the gateway had a login. */
const GATEWAY = 'gateway';
const FORGED = message('billing.subscription.v1', 'victim', 'forged');

describe('Kafka with the rights of the services', () => {
  const passwords = Object.fromEntries(
    [KAFKA_ADMIN, ...SERVICES, GATEWAY].map((user) => [user, randomBytes(16).toString('hex')]),
  );
  const buses: Bus[] = [];
  let kafka: KafkaBackend;
  const accessOf = (username?: string, password = passwords[username ?? '']): KafkaAccess => ({
    brokers: kafka.brokers,
    clientId: username ?? 'nobody',
    sasl: username === undefined ? undefined : { mechanism: 'plain', username, password },
    logger: createLogger('kafka-access', 'silent'),
  });
  const busOf = async (access: KafkaAccess) => {
    const bus = await openKafkaBus(access);
    buses.push(bus);
    return bus;
  };
  /** Undefined after a success, otherwise the reason. */
  const refusal = async (attempt: Promise<unknown>): Promise<string | undefined> =>
    attempt.then(
      () => undefined,
      (error: Error & { type?: string }) => error.type ?? error.name,
    );
  const end = async (topic: string) => {
    const admin = kafkaClient(accessOf(KAFKA_ADMIN)).admin();
    await admin.connect();
    const places = await admin.fetchTopicOffsets(topic).finally(() => admin.disconnect());
    return places.reduce((sum, { high }) => sum + Number(high), 0);
  };

  beforeAll(async () => {
    kafka = await startKafka({ passwords, environment: process.env });
    await createTopics(accessOf(KAFKA_ADMIN));
  }, 180_000);
  afterAll(async () => {
    await Promise.all(buses.map((bus) => bus.close()));
    await kafka?.stop();
  });

  it('grants them once, reports each, and withdraws those that are no longer declared only when asked', async () => {
    const admin = accessOf(KAFKA_ADMIN);
    const former = TOPICS.map((topic) =>
      topic.name === 'auth.api-key.v1' ? { ...topic, readers: [...topic.readers, 'usage'] } : topic,
    );
    const first = await grantAccess({ ...admin, topics: former });
    expect(first.granted).toHaveLength(accessRights(former, '').length);
    // The release before this one still reads the topic, or reads it again after a rollback.
    expect(await grantAccess(admin)).toEqual({ granted: [], withdrawn: [] });
    const withdraw = () => grantAccess({ ...admin, withdraw: true });
    expect(await withdraw()).toEqual({ granted: [], withdrawn: ['User:usage read topic auth.api-key.v1'] });
    expect(await withdraw()).toEqual({ granted: [], withdrawn: [] });
  }, 60_000);

  it('lets every service announce and read all that it declares', async () => {
    // As services do: one membership of the group for all its topics.
    const readers = [...new Set(TOPICS.flatMap((topic) => topic.readers))].map((reader) => ({
      reader,
      names: TOPICS.filter((topic) => topic.readers.includes(reader)).map(({ name }) => name),
      collector: new Collector(PATIENCE_MS),
    }));
    for (const { reader, names, collector } of readers)
      await collector.run(await busOf(accessOf(reader)), reader, names);
    for (const { name, writer } of TOPICS)
      await (await busOf(accessOf(writer))).publish([message(name, 'k', `fact on ${name}`)]);
    await Promise.all(readers.map(({ names, collector }) => collector.has(names.map((name) => `fact on ${name}`))));
  }, 120_000);

  it('accepts a topic only from its writer', async () => {
    for (const user of [...SERVICES, GATEWAY]) {
      const bus = await busOf(accessOf(user));
      for (const { name, writer } of TOPICS) {
        const refused = await refusal(bus.publish([message(name, 'k', `by ${user}`)]));
        expect([user, name, refused]).toEqual([user, name, user === writer ? undefined : 'TOPIC_AUTHORIZATION_FAILED']);
      }
    }
  }, 120_000);

  it('shows the offsets of a group only to the service of its name', async () => {
    const readers = [...new Set(TOPICS.flatMap((topic) => topic.readers))];
    for (const user of [...SERVICES, GATEWAY]) {
      const admin = kafkaClient(accessOf(user)).admin();
      await admin.connect();
      for (const groupId of readers) {
        // A login without the right to the group may not even look up its coordinator.
        const refused = await refusal(admin.fetchOffsets({ groupId }));
        expect([user, groupId, refused]).toEqual([
          user,
          groupId,
          user === groupId ? undefined : 'KafkaJSGroupCoordinatorNotFound',
        ]);
      }
      await admin.disconnect();
    }
  }, 120_000);

  it.each([
    ["notifications' login", () => accessOf('notifications')],
    ["usage's own login, which reads the topic", () => accessOf('usage')],
    ['a login without any right', () => accessOf(GATEWAY)],
    ["billing's name and another password", () => accessOf('billing', passwords.notifications)],
    ['no login', () => accessOf()],
  ])(
    'refuses a forged subscription-changed written with %s',
    async (_, access) => {
      const before = await end(FORGED.topic);
      const bus = await busOf(access());
      await expect(bus.publish([FORGED])).rejects.toThrow();
      // Without our own bus, which reads the topic's partitions first.
      const producer = kafkaClient(access()).producer({ retry: { retries: 0 } });
      const raw = async () => {
        await producer.connect();
        await producer.send({
          topic: FORGED.topic,
          acks: 1,
          messages: [{ key: FORGED.key, value: Buffer.from(FORGED.value), partition: 0 }],
        });
      };
      await expect(raw()).rejects.toThrow();
      await producer.disconnect();
      expect(await end(FORGED.topic)).toBe(before);
    },
    60_000,
  );
});
