import { inTransaction } from '@precis/runtime/database';
import { eventually } from '@precis/testing/eventually';
import { claimEvent, dueEvents, finishEvent, recordSetback } from './consumed-events.js';
import {
  type EventFixture,
  effectReaction,
  eventMessage,
  GROUP,
  idOf,
  openEventFixture,
  TOPIC,
} from '../fixture/event-fixture.js';
import { touchedBlocks } from '../fixture/touched-blocks.js';
import { decodeEvent } from '../event-message.js';
import { skipEvents } from '../operator/dead-events.js';

let fixture: EventFixture;
beforeEach(async () => {
  fixture = await openEventFixture();
});
afterEach(() => fixture.close());

/** Makes one failed event per key, and `behind` waiting ones for each. `due`: the due time that an older release gave waiting events. */
async function park(keys: number, behind: number, state = 'parked', due = 'NULL'): Promise<void> {
  await fixture.database.query(
    `INSERT INTO consumed_events (consumer_group, event_id, topic, partition, "offset", key, type, state, attempts, next_try_at, headers, bytes)
     SELECT $1, 'k' || k || '-' || n, $2, 0, n, 'k' || k, 'user-registered', CASE WHEN n = 0 THEN $5 ELSE 'parked' END, CASE WHEN n = 0 THEN 1 ELSE 0 END,
       CASE WHEN n = 0 THEN now() + interval '1 hour' ELSE ${due} END,
       jsonb_build_object('event-id', gen_random_uuid(), 'type', 'user-registered', 'occurred-at', '2026-11-21T12:00:00Z', 'producer', 'tests', 'correlation-id', 'c'),
       convert_to('k' || k || ' ' || n, 'UTF8')
     FROM generate_series(1, $3::int) AS k, generate_series(0, $4::int) AS n ORDER BY n`,
    [GROUP, TOPIC, keys, behind, state],
  );
  await fixture.database.query('ANALYZE consumed_events');
}

const makeDue = () =>
  fixture.database.query(`UPDATE consumed_events SET next_try_at = now(), state = 'parked' WHERE event_id LIKE '%-0'`);

describe('events that wait', () => {
  it.each([
    ['behind one that is dead', 2, 10_000, 'dead'],
    ['behind one that will be tried again', 2, 10_000, 'parked'],
    ['for their own next attempt', 20_000, 0, 'parked'],
  ])(
    '%s cost a look at the due ones nothing',
    async (_, keys, behind, state) => {
      await park(keys, behind, state);
      expect(await dueEvents(fixture.database, GROUP, 20)).toEqual([]);
      expect(await touchedBlocks(fixture.database, () => dueEvents(fixture.database, GROUP, 20))).toBeLessThan(20);
    },
    60_000,
  );

  it('follow each other in order once the first is done, also with due times of an older release', async () => {
    await park(5, 60, 'parked', `now() - interval '1 minute'`);
    await makeDue();
    await fixture.consume([effectReaction()]);
    await eventually('all effects', async () => (await fixture.effects()).length === 305, 60_000);
    const texts = await fixture.effects();
    for (let key = 1; key <= 5; key++)
      expect(texts.filter((text) => text.startsWith(`k${key} `))).toEqual(
        Array.from({ length: 61 }, (__, n) => `k${key} ${n}`),
      );
  }, 90_000);

  it('continue when an operator skips the dead ones before them, for thousands of keys at once', async () => {
    await park(2_500, 1, 'dead');
    expect(await skipEvents(fixture.database, { group: GROUP })).toHaveLength(2_500);
    const [{ due }] = await fixture.database.query(
      `SELECT count(*)::int AS due FROM consumed_events WHERE state = 'parked' AND next_try_at <= now()`,
    );
    expect(due).toBe(2_500);
  }, 60_000);

  it.each(['finished', 'recorded'])(
    'are due or done although the one before them is being finished at the same moment, %s first',
    async (first) => {
      await park(1, 0);
      const late = eventMessage('k1', 'late');
      const message = { ...late, partition: 0, offset: '7' };
      const [begun, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const hold = async (step: string) => void (step === first && (begun.resolve(), await goOn.promise));
      const finish = () =>
        inTransaction(fixture.database, async (manager) => {
          await finishEvent(manager, GROUP, 'k1-0');
          await hold('finished');
        });
      const record = () =>
        inTransaction(fixture.database, async (manager) => {
          const claim = await claimEvent(manager, GROUP, message, decodeEvent(message));
          if (claim === 'behind')
            await recordSetback(manager, GROUP, message, decodeEvent(message), {
              state: 'parked',
              attempts: 0,
              delayMs: null,
              cause: null,
            });
          await hold('recorded');
        });
      const [one, other] = first === 'finished' ? [finish, record] : [record, finish];
      const holding = one();
      await begun.promise;
      const waiting = other();
      await eventually('one waits for the other', async () => {
        const [{ waits }] = await fixture.database.query(
          `SELECT count(*)::int AS waits FROM pg_locks WHERE locktype = 'advisory' AND classid = 7210004 AND NOT granted
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
        );
        return waits === 1;
      });
      goOn.resolve();
      await Promise.all([holding, waiting]);
      const [row] = await fixture.database.query(
        'SELECT state, next_try_at IS NOT NULL AS due FROM consumed_events WHERE event_id = $1',
        [idOf(late)],
      );
      expect(row).toEqual(first === 'finished' ? { state: 'done', due: false } : { state: 'parked', due: true });
    },
  );
});
