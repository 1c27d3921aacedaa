import { Client } from 'pg';
import { eventually } from '@precis/testing/eventually';
import { TOPIC } from '../fixture/event-fixture.js';
import { type OutboxFixture, openOutboxFixture } from '../fixture/outbox-fixture.js';
import { RecordingBus } from '../fixture/recording-bus.js';
import { touchedBlocks } from '../fixture/touched-blocks.js';
import { laneOf } from './outbox-table.js';
import { unpublished } from './outbox-table.js';

/** Two keys of different partitions of the topic. */
const [SICK, WELL] = ['u1', 'u2'];
const sick = laneOf(TOPIC, SICK);

let fixture: OutboxFixture;
beforeEach(async () => {
  fixture = await openOutboxFixture();
});
afterEach(() => fixture.close());

/** Adds rows as if they had been announced; without `lane`, like an older release. */
const fill = (count: number, topic: string, key: string, lane?: number) =>
  fixture.database.query(
    `INSERT INTO outbox (event_id, topic, key, type, payload, occurred_at, correlation_id${lane === undefined ? '' : ', lane'})
     SELECT gen_random_uuid(), $1, $2, 'user-registered', convert_to($2 || ' ' || n, 'UTF8'), now(), 'test'${lane === undefined ? '' : `, ${lane}`} FROM generate_series(1, $3::int) AS n`,
    [topic, key, count],
  );

describe('a partition that accepts nothing', () => {
  it.each(['fails', 'hangs'])(
    'because it %s does not stop the others of its topic, whatever lies before them',
    async (how) => {
      expect(laneOf(TOPIC, WELL)).not.toBe(sick);
      const over = Promise.withResolvers<void>();
      const bus = new RecordingBus((batch) => {
        if (!batch.some(({ key }) => laneOf(TOPIC, key) === sick)) return;
        if (how === 'hangs') return over.promise;
        throw new Error('no leader');
      });
      await fixture.announce(SICK, ...Array.from({ length: 300 }, (_, i) => `sick ${i}`));
      await fixture.announce(WELL, ...Array.from({ length: 300 }, (_, i) => `well ${i}`));
      const relay = fixture.relay(bus);
      await eventually('all healthy ones', async () => (await fixture.unpublished()) === 300, 30_000);
      expect(bus.texts()).toEqual(Array.from({ length: 300 }, (_, i) => `well ${i}`));
      await fixture.announce(WELL, 'well later');
      await eventually('a later one', async () => (await fixture.unpublished()) === 300, 30_000);
      await relay.stop();
      over.resolve();
    },
    90_000,
  );

  it('is not read while it rests: a look costs as much with 20,000 of its rows as with none', async () => {
    const client = new Client({ connectionString: fixture.service.url });
    await client.connect();
    try {
      await fill(20_000, 'aaa.first.v1', 'k', 0);
      await fill(20_000, TOPIC, SICK, sick);
      await fixture.announce(WELL, 'well');
      await fixture.database.query('ANALYZE outbox');
      const look = (busy: string[]) => unpublished(client, 100, busy);
      const busy = ['aaa.first.v1/0', `${TOPIC}/${sick}`];
      expect((await look(busy)).map(({ key }) => key)).toEqual([WELL]);
      expect(await touchedBlocks(client, () => look(busy))).toBeLessThan(40);
    } finally {
      await client.end();
    }
  }, 60_000);
});

describe('rows of an older release without lanes', () => {
  it('are published before later announcements of this release for the same key', async () => {
    await fill(250, TOPIC, SICK);
    await fixture.announce(SICK, 'new');
    await fill(3, TOPIC, WELL);
    const bus = new RecordingBus();
    fixture.relay(bus);
    await eventually('all', async () => (await fixture.unpublished()) === 0, 30_000);
    expect(bus.texts().filter((text) => !text.startsWith(WELL))).toEqual([
      ...Array.from({ length: 250 }, (_, i) => `${SICK} ${i + 1}`),
      'new',
    ]);
    expect(bus.texts().filter((text) => text.startsWith(WELL))).toEqual([1, 2, 3].map((n) => `${WELL} ${n}`));
  }, 60_000);
});
