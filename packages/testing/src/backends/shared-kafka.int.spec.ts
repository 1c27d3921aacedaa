import { type Admin, Kafka, logLevel } from 'kafkajs';
import { type TestKafka, testKafka } from '../kafka.js';
import { newTestRun } from '../test-run.js';
import { reachBackend } from './reach-backend.js';
import { sweepBackends } from './sweep-backends.js';

describe('a Kafka that others use too', () => {
  let kafka: TestKafka;
  beforeAll(async () => (kafka = await testKafka()), 180_000);
  afterAll(() => kafka.stop());

  it('is described, and is cleaned of the topics and groups that a killed test left, and of nothing else', async () => {
    expect(await reachBackend('kafka', kafka.brokers.join(','))).toMatch(/^Kafka with \d brokers? at /);
    const [run, other] = [newTestRun(), newTestRun()];
    const admin = await newAdmin(kafka);
    const names = [`${run}.a.v1`, `${other}.a.v1`];
    await admin.createTopics({ topics: names.map((topic) => ({ topic, numPartitions: 1 })) });
    for (const name of names)
      await admin.setOffsets({ groupId: name, topic: name, partitions: [{ partition: 0, offset: '0' }] });
    await sweepBackends(run, { TEST_KAFKA_BROKERS: kafka.brokers.join(',') });
    await admin.disconnect();
    const another = await newAdmin(kafka); // the first would ask for the topic that is gone
    const left = [
      ...(await another.listTopics()),
      ...(await another.listGroups()).groups.map(({ groupId }) => groupId),
    ];
    await another.disconnect();
    expect(left.filter((name) => name.startsWith(run) || name.startsWith(other))).toEqual([names[1], names[1]]);
    await sweepBackends(other, { TEST_KAFKA_BROKERS: kafka.brokers.join(',') });
  });
});

async function newAdmin({ brokers }: TestKafka): Promise<Admin> {
  const admin = new Kafka({ clientId: 'test', brokers, logLevel: logLevel.NOTHING }).admin();
  await admin.connect();
  return admin;
}
