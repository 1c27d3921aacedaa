import { eventually } from '@precis/testing/eventually';
import { testKafka } from '@precis/testing/kafka';
import { Registry } from 'prom-client';
import { ConsumerRunner } from '../inbox/consumer-runner.js';
import { runEventsCommand } from '../operator/events-command.js';
import { effectReaction, eventMessage } from '../fixture/event-fixture.js';
import { kafkaForAll } from '../fixture/kafka-for-all.js';
import { openKafkaBus } from './kafka-bus.js';
import { kafkaPlaces } from './kafka-places.js';

const [OLD_TYPE, NEW_TYPE] = ['user-registered', 'user-renamed'];
const PATIENCE_MS = 45_000;

describe('events that an old version skipped, because it did not know their type', () => {
  const shared = kafkaForAll(testKafka);

  const events = (line: string) => runEventsCommand(line.split(' '), { KAFKA_BROKERS: shared.kafka.brokers.join(',') });
  /** A version of the service that handles these types; returns a function that stops it. */
  const start = async (...types: string[]): Promise<() => Promise<void>> => {
    const { access, group, topic, database } = shared.fixture;
    const bus = await openKafkaBus({ ...access, drainMs: 5_000 });
    const runner = new ConsumerRunner(
      { group, bus, database, logger: access.logger, metrics: new Registry() },
      types.map((type) => ({ ...effectReaction(undefined, type), topic })),
    );
    await runner.start();
    return () => runner.stop().finally(() => bus.close());
  };
  const readToTheEnd = (count: number) =>
    eventually(
      'read to the end',
      async () => {
        // A group's coordinator may move at the beginning.
        const places = (await kafkaPlaces(shared.fixture.access, shared.fixture.group).catch(() => undefined))?.get(
          shared.fixture.group,
        );
        return (
          places &&
          places.reduce((sum, { end }) => sum + Number(end), 0) === count &&
          places.every(({ position, end }) => position === end)
        );
      },
      PATIENCE_MS,
    );

  it('are handled once after a rewind by the version that knows it, and nothing is handled twice', async () => {
    const { fixture } = shared;
    const texts = Array.from({ length: 40 }, (_, i) => `${i % 2 ? 'new' : 'old'}-${i}`);
    await fixture.bus.publish(
      texts.map((text, i) => ({
        ...eventMessage(`k${i % 7}`, text, i % 2 ? NEW_TYPE : OLD_TYPE),
        topic: fixture.topic,
      })),
    );
    const stopOld = await start(OLD_TYPE);
    await readToTheEnd(texts.length);
    expect((await fixture.effects()).toSorted()).toEqual(texts.filter((text) => text.startsWith('old')).toSorted());

    const rewind = `rewind --group ${fixture.group}`;
    expect(await events(`${rewind} --all`)).toEqual({
      exitCode: 1,
      lines: [expect.stringContaining(`group ${fixture.group} has members`)],
    });
    await stopOld();
    expect(await events(`${rewind} --topic nothing.v1`)).toEqual({
      exitCode: 1,
      lines: ['events: the group has no offset in this topic'],
    });
    expect(await events(`${rewind} --topic ${fixture.topic}`)).toEqual({
      exitCode: 0,
      lines: [`rewound ${fixture.group} in ${fixture.topic}: 40 messages are delivered again`],
    });

    for (const again of [false, true]) {
      if (again) expect(await events(`${rewind} --all`)).toMatchObject({ exitCode: 0 });
      const stopNew = await start(OLD_TYPE, NEW_TYPE);
      await readToTheEnd(texts.length);
      await stopNew();
      expect((await fixture.effects()).toSorted()).toEqual(texts.toSorted());
    }
  }, 180_000);
});
