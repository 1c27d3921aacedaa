import { eventually } from '@precis/testing/eventually';
import { Registry } from 'prom-client';
import { registerConsumerMetrics } from './inbox/consumer-metrics.js';
import {
  effectReaction,
  type EventFixture,
  eventMessage,
  GROUP,
  openEventFixture,
  TOPIC,
} from './fixture/event-fixture.js';
import { touchedBlocks } from './fixture/touched-blocks.js';
import { registerOutboxGauges } from './outbox/relay.js';

const SCRAPES = 5;

describe('a scrape of the event metrics while the database hangs', () => {
  let fixture: EventFixture;
  beforeEach(async () => {
    fixture = await openEventFixture();
  });
  afterEach(() => fixture.close());

  it('answers in time with the last values, and holds one query per measurement for any number of scrapes', async () => {
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
    // The tables stay locked: a scrape that waits for them would never answer.
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
  it('costs as little with 50,000 handled ones as with none', async () => {
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

describe('the delay of an event', () => {
  it('runs from its announcement to the commit of the successful attempt, once, after any failures', async () => {
    const fixture = await openEventFixture();
    try {
      const metrics = new Registry();
      let failures = 2;
      const reaction = effectReaction(() => {
        if (failures-- > 0) throw new Error('not yet');
      });
      const old = eventMessage('u1', 'old');
      old.headers['occurred-at'] = new Date(Date.now() - 3_600_000).toISOString();
      await fixture.bus.publish([old, old, eventMessage('u1', 'new')]);
      await fixture.consume([reaction], { metrics });
      await eventually('both effects', async () => (await fixture.effects()).length === 2);
      const series = (suffix: string, le = '') =>
        `precis_event_delay_seconds_${suffix}{${le}group="${GROUP}",topic="${TOPIC}",type="user-registered"}`;
      const counted = async () => (await metrics.metrics()).includes(`${series('count')} 2\n`);
      await eventually('both are counted', counted);
      const text = await metrics.metrics();
      // The old one is an hour late, the new one seconds.
      expect(text).toContain(`${series('bucket', 'le="900",')} 1\n`);
      expect(text).toContain(`${series('bucket', 'le="+Inf",')} 2\n`);
    } finally {
      await fixture.close();
    }
  });
});
