import { Registry } from 'prom-client';
import { registerConsumerMetrics } from './consumer-metrics.js';
import { type EventFixture, GROUP, openEventFixture } from './fixture/event-fixture.js';
import { registerOutboxGauges } from './outbox-metrics.js';

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
    registerConsumerMetrics(metrics, fixture.database, GROUP, () => undefined, () => undefined);
    const before = await metrics.metrics();
    expect(before).toContain('precis_outbox_depth 0');
    expect(before).toContain(`precis_events_waiting{group="${GROUP}",state="dead"} 0`);

    const runner = fixture.database.createQueryRunner();
    await runner.startTransaction();
    await runner.query('LOCK TABLE outbox, consumed_events IN ACCESS EXCLUSIVE MODE');
    for (let scrape = 0; scrape < SCRAPES; scrape++) {
      const began = performance.now();
      expect(await metrics.metrics()).toBe(before);
      expect(performance.now() - began).toBeLessThan(4_000);
    }
    const [{ count }] = await runner.query(`SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`);
    expect(count).toBe(3);
    await runner.rollbackTransaction();
    await runner.release();
  }, 40_000);
});
