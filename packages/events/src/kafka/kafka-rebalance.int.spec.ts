import { eventually } from '@precis/testing/eventually';
import { testKafka } from '@precis/testing/kafka';
import { eventMessage } from '../fixture/event-fixture.js';
import { PARTITIONS } from '../fixture/kafka-event-fixture.js';
import { kafkaForAll } from '../fixture/kafka-for-all.js';
import { disagreements, keyedTexts, keyOf } from '../fixture/keyed-texts.js';
import { kafkaPlaces } from './kafka-places.js';

const FULL = Boolean(process.env.FULL);
const EVENTS = FULL ? 100_000 : 10_000;
const KEYS = 60;
const STUCK_SECONDS = 30;

describe('consumers 1 -> 6 -> 2 under load', () => {
  const shared = kafkaForAll(testKafka);

  it(
    'handle each event exactly once, in order per key, and no partition stands still',
    async () => {
      const { fixture } = shared;
      const texts = keyedTexts(EVENTS, KEYS);
      const members = [await fixture.join()];
      const handled = () => members.reduce((sum, member) => sum + member.handled, 0);

      const publishing = (async () => {
        for (let from = 0; from < EVENTS; from += 250) {
          await fixture.bus.publish(
            texts.slice(from, from + 250).map((text) => ({ ...eventMessage(keyOf(text), text), topic: fixture.topic })),
          );
          // Never all at once: every change of the group needs something to publish and to handle.
          await eventually('the backlog shrinks', () => from - handled() < EVENTS / 10, EVENTS * 5 + 60_000);
        }
      })();
      await eventually('the first one works alone', () => handled() > EVENTS / 20, EVENTS * 5 + 60_000);
      members.push(...(await Promise.all([2, 3, 4, 5, 6].map(() => fixture.join()))));
      await eventually(
        'all six work',
        () => members.every((member) => member.handled > 0) && handled() > EVENTS / 3,
        EVENTS * 5 + 60_000,
      );
      expect(handled()).toBeLessThan(EVENTS);
      const [stays, leaves] = [members.slice(0, 2), members.slice(2)];
      await Promise.all(leaves.map((member) => member.stop()));
      expect(handled()).toBeLessThan(EVENTS);

      await publishing;
      const lag = async () =>
        (await kafkaPlaces(fixture.access, fixture.group))
          .get(fixture.group)!
          .filter(({ position, end }) => position < end);
      await eventually('no lag in any partition', async () => (await lag()).length === 0, EVENTS * 10);
      for (const member of stays) member.healthy();
      expect(disagreements(texts, await fixture.effects())).toEqual([]);
      expect(
        await fixture.database.query("SELECT count(*)::int AS n FROM consumed_events WHERE state = 'done'"),
      ).toEqual([{ n: EVENTS }]);
      const gaps: { partition: number; seconds: number }[] = await fixture.database.query(
        `SELECT partition, max(extract(epoch FROM gap))::float AS seconds
       FROM (SELECT partition, consumed_at - lag(consumed_at) OVER (PARTITION BY partition ORDER BY "offset") AS gap FROM consumed_events) AS g
       GROUP BY partition`,
      );
      expect(gaps).toHaveLength(PARTITIONS);
      expect(gaps.filter(({ seconds }) => seconds > STUCK_SECONDS)).toEqual([]);
    },
    EVENTS * 20 + 240_000,
  );
});
