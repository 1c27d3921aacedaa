import { Registry } from 'prom-client';
import { registerConsumerMetrics } from './inbox/consumer-metrics.js';
import { type EventFixture, GROUP, openEventFixture } from './fixture/event-fixture.js';
import { touchedBlocks } from './fixture/touched-blocks.js';
import { registerOutboxGauges } from './outbox/relay.js';

const SCRAPES = 5;

describe('a scrape of the event metrics while the database does not get on with it', () => {
  let fixture: EventFixture;
  beforeEach(async () => {
    fixture = await openEventFixture();
  });
  afterEach(() => fixture.close());

  it('answers in time with the last values, and holds one query of each measurement, however often it comes', async () => {
    const metrics = new Registry();
    registerOutboxGauges(metrics, fixture.database);
    registerConsumerMetrics(
      metrics,
      fixture.database,
      GROUP,
      () => undefined,
      () => undefined,
    );
    const before = await metrics.metrics();
    expect(before).toContain('precis_outbox_depth 0');
    expect(before).toContain(`precis_events_waiting{group="${GROUP}",state="dead"} 0`);

    const runner = fixture.database.createQueryRunner();
    await runner.startTransaction();
    await runner.query('LOCK TABLE outbox, consumed_events IN ACCESS EXCLUSIVE MODE');
    // The tables stay locked: a scrape that waited for them would never answer.
    for (let scrape = 0; scrape < SCRAPES; scrape++) expect(await metrics.metrics()).toBe(before);
    const [{ count }] = await runner.query(
      `SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    expect(count).toBe(3);
    await runner.rollbackTransaction();
    await runner.release();
  }, 40_000);
});

describe('a scrape of the waiting events', () => {
  it('costs as little beside 50,000 handled ones as beside none', async () => {
    const fixture = await openEventFixture();
    try {
      await fixture.database.query(
        `INSERT INTO consumed_events (consumer_group, event_id, topic, partition, "offset", key, type, state, attempts)
         SELECT $1, n::text, 't', 0, n, 'k', 'user-registered', CASE WHEN n <= 2 THEN 'dead' ELSE 'done' END, 1 FROM generate_series(1, 50000) AS n`,
        [GROUP],
      );
      await fixture.database.query('VACUUM ANALYZE consumed_events');
      const metrics = new Registry();
      registerConsumerMetrics(
        metrics,
        fixture.database,
        GROUP,
        () => undefined,
        () => undefined,
      );
      expect(await touchedBlocks(fixture.database, () => metrics.metrics())).toBeLessThan(20);
      expect(await metrics.metrics()).toContain(`precis_events_waiting{group="${GROUP}",state="dead"} 2`);
    } finally {
      await fixture.close();
    }
  }, 60_000);
});
