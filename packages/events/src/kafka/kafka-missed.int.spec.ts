import { createLogger } from '@precis/runtime/logger';
import { eventually } from '@precis/testing/eventually';
import { testKafka } from '@precis/testing/kafka';
import { Registry } from 'prom-client';
import { message } from '../contract/collector.js';
import { createTopics } from '../operator/create-topics.js';
import { eventMessage } from '../fixture/event-fixture.js';
import { kafkaForAll } from '../fixture/kafka-for-all.js';
import { PARTITIONS } from '../fixture/kafka-event-fixture.js';
import { openKafkaBus } from './kafka-bus.js';
import { kafkaClient } from './kafka-client.js';
import { partitionOf } from '../outbox/murmur2.js';

describe('messages that Kafka deleted before a group had handled them', () => {
  const shared = kafkaForAll(testKafka);

  it('are counted and logged once when the group returns, which continues with the rest', async () => {
    const { fixture } = shared;
    const { topic } = fixture;
    const publish = (texts: string[]) =>
      fixture.bus.publish(texts.map((text) => ({ ...eventMessage('k', text), topic })));
    const first = await fixture.join();
    await publish(['a', 'b']);
    await eventually('first handled', async () => (await fixture.effects()).length === 2, 45_000);
    await first.stop();
    await publish(['lost-1', 'lost-2', 'lost-3', 'left']);
    const admin = kafkaClient(fixture.access).admin();
    await admin.connect();
    // Without this call kafkajs does not know the partition's leader.
    await admin.fetchTopicOffsets(topic);
    await admin.deleteTopicRecords({ topic, partitions: [{ partition: partitionOf('k', PARTITIONS), offset: '5' }] });
    await admin.disconnect();

    const lines: string[] = [];
    const logger = createLogger('kafka-missed', 'error', { write: (line) => void lines.push(line) });
    const bus = await openKafkaBus({ ...fixture.access, logger, drainMs: 500, stallMs: 2_000 });
    const metrics = new Registry();
    await fixture.join(undefined, { bus, logger, metrics });
    await eventually('what is left', async () => (await fixture.effects()).includes('left'), 45_000);
    expect(await fixture.effects()).toEqual(['a', 'b', 'left']);
    const counted = await metrics.getSingleMetric('precis_events_missed_total')!.get();
    expect(counted.values).toEqual([{ labels: { group: fixture.group, topic }, value: 3 }]);
    expect(lines.filter((line) => line.includes('deleted before'))).toHaveLength(1);
    await bus.close();
  }, 150_000);

  it('are logged when they waited in a topic that was deleted and recreated while the group ran', async () => {
    const { fixture } = shared;
    const topic = `${fixture.topic}.remade`;
    const made = { ...fixture.access, topics: [{ name: topic, partitions: 1 }] };
    await createTopics(made);
    const admin = kafkaClient(fixture.access).admin();
    await admin.connect();
    const lines: string[] = [];
    const logger = createLogger('kafka-missed', 'error', { write: (line) => void lines.push(line) });
    const bus = await openKafkaBus({ ...fixture.access, logger, drainMs: 500, stallMs: 2_000 });
    const publish = (texts: string[]) => bus.publish(texts.map((text) => message(topic, 'k', text)));
    const seen: string[] = [];
    let goOn = (): void => undefined;
    const stuck = new Promise<void>((resolve) => (goOn = resolve));
    const consumer = await bus.run(`${fixture.group}.remade`, [topic], async ({ value }) => {
      seen.push(Buffer.from(value!).toString());
      if (seen.length === 1) await stuck;
    });
    await publish(['held', 'lost-1', 'lost-2']);
    await eventually('all are seen to wait', async () => (await consumer.lag!()).get(topic) === 3, 45_000);
    await admin.deleteTopics({ topics: [topic] });
    await eventually(
      'made anew',
      () =>
        createTopics(made).then(
          (names) => names.length === 1,
          () => false,
        ),
      45_000,
    );
    await eventually('told', () => consumer.missed!().get(topic) === 3, 45_000);
    expect(lines.filter((line) => line.includes('made anew'))).toHaveLength(1);
    goOn();
    await eventually(
      'the new one is read',
      async () => (await publish(['new']).catch(() => undefined), seen.includes('new')),
      60_000,
    );
    await bus.close();
    await admin.disconnect();
  }, 200_000);
});
