import { migrate, openDatabase } from '@precis/runtime/database';
import { eventually } from '@precis/testing/eventually';
import { type FreshDatabase, freshDatabase } from '@precis/testing/postgres';
import type { DataSource, QueryRunner } from 'typeorm';
import { EVENT_MIGRATIONS } from './event-migrations.js';
import { EventTables1700000000001 } from './event-tables.migration.js';

let database: FreshDatabase;
let old: DataSource;
let source: DataSource;
beforeEach(async () => {
  database = await freshDatabase();
  old = await openDatabase({ url: database.url, migrations: [EventTables1700000000001] });
  await migrate(old);
  source = await openDatabase({ url: database.url, migrations: EVENT_MIGRATIONS });
});
afterEach(async () => {
  await Promise.all([old?.destroy(), source?.destroy()]);
  await database?.drop();
});

const claim = (runner: QueryRunner, event: string) =>
  runner.query(
    `INSERT INTO consumed_events (consumer_group, event_id, topic, partition, "offset", key, type, state) VALUES ('g', $1, 't', 0, 0, 'k', 'x', 'done')`,
    [event],
  );
const announce = (runner: QueryRunner) =>
  runner.query(
    `INSERT INTO outbox (event_id, topic, key, type, payload, occurred_at, correlation_id) VALUES (gen_random_uuid(), 't', 'k', 'x', '', now(), 'c')`,
  );
const locksWaitedFor = (what: string) => async () =>
  (
    await old.query(
      `SELECT FROM pg_locks WHERE NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) AND ${what}`,
    )
  ).length > 0;

describe('the migration to lanes while an older release runs', () => {
  it('waits for a handler that announces at its end, and both succeed', async () => {
    const handler = old.createQueryRunner();
    await handler.startTransaction();
    await claim(handler, 'claimed');
    const migrated = migrate(source);
    await eventually('the migration waits for the handler', locksWaitedFor(`relation = 'consumed_events'::regclass`));
    await announce(handler);
    await handler.commitTransaction();
    await handler.release();
    expect(await migrated).toEqual([
      'EventLanes1700000000951',
      'EventLaneIndexes1700000000952',
      'ForgottenEvents1700000000953',
      'ForgottenQuotaEvents1700000000954',
      'ForgottenSummaryEvents1700000000955',
      'ForgottenBatchEvents1700000000956',
      'ForgottenJobEvents1700000000957',
    ]);
  }, 60_000);

  it('builds its indexes while others announce and handle', async () => {
    await openLanes();
    const reader = old.createQueryRunner();
    await reader.startTransaction();
    await announce(reader);
    const migrated = migrate(source);
    await eventually(
      'the build waits for the open transaction',
      async () =>
        (
          await old.query(
            `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
          )
        ).length > 0,
    );
    const other = old.createQueryRunner();
    await other.query(`SET lock_timeout = '5s'`);
    await claim(other, 'meanwhile');
    await announce(other);
    await other.query('RESET lock_timeout');
    await other.release();
    await reader.commitTransaction();
    await reader.release();
    await migrated;
    const indexes = await old.query(
      `SELECT c.relname AS name, indisvalid AS valid FROM pg_index JOIN pg_class c ON c.oid = indexrelid WHERE c.relname IN ('outbox_lanes', 'consumed_events_due', 'outbox_unpublished') ORDER BY 1`,
    );
    expect(indexes).toEqual([
      { name: 'consumed_events_due', valid: true },
      { name: 'outbox_lanes', valid: true },
    ]);
  }, 60_000);
});

/** Everything except the indexes, without concurrent work. */
async function openLanes(): Promise<void> {
  const lanes = await openDatabase({ url: database.url, migrations: EVENT_MIGRATIONS.slice(0, 2) });
  await migrate(lanes);
  await lanes.destroy();
}
