import { createLogger } from '@precis/runtime/logger';
import { eventually } from '@precis/testing/eventually';
import { testKafka } from '@precis/testing/kafka';
import { Registry } from 'prom-client';
import { eventMessage } from './fixture/event-fixture.js';
import { kafkaForAll } from './fixture/kafka-for-all.js';
import { PARTITIONS } from './fixture/kafka-event-fixture.js';
import { openKafkaBus } from './kafka-bus.js';
import { kafkaClient } from './kafka-client.js';
import { partitionOf } from './murmur2.js';

describe('messages that Kafka deleted before a group had handled them', () => {
  const shared = kafkaForAll(testKafka);

  it('are counted and told once when the group comes back, which goes on with what is left', async () => {
    const { fixture } = shared;
    const { topic } = fixture;
    const publish = (texts: string[]) => fixture.bus.publish(texts.map((text) => ({ ...eventMessage('k', text), topic })));
    const first = await fixture.join();
    await publish(['a', 'b']);
    await eventually('first handled', async () => (await fixture.effects()).length === 2, 45_000);
    await first.stop();
    await publish(['lost-1', 'lost-2', 'lost-3', 'left']);
    const admin = kafkaClient(fixture.access).admin();
    await admin.connect();
    // Without it kafkajs does not know the partition's leader.
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
});
