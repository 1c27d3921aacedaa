import { EVENT_MIGRATIONS } from '@precis/events/schema/event-migrations';
import { migrate, openDatabase } from '@precis/runtime/database';
import { eventually } from '@precis/testing/eventually';
import { type FreshDatabase, freshDatabase } from '@precis/testing/postgres';
import { randomUUID } from 'node:crypto';
import type { DataSource, QueryRunner } from 'typeorm';
import { openDatabase as openUsageDatabase } from '../database.js';
import { QuotaTables1700000000010 } from './1700000000010-quota-tables.js';
import { UniqueAtStatementEnd1700000000011 } from './1700000000011-unique-at-statement-end.js';

const NAMES = ['metered_calls_failed', 'metered_calls_failed_keyed', 'quota_accounts_unconfirmed'];
const account = randomUUID();
let database: FreshDatabase;
let old: DataSource;
let source: DataSource;
beforeEach(async () => {
  database = await freshDatabase();
  old = await openDatabase({
    url: database.url,
    migrations: [...EVENT_MIGRATIONS, QuotaTables1700000000010, UniqueAtStatementEnd1700000000011],
  });
  await migrate(old);
  await old.query('INSERT INTO quota_accounts (account_id) VALUES ($1)', [account]);
  source = await openUsageDatabase(database.url, 2);
  // The pool also reports a connection that the test cuts.
  (source.driver as unknown as { master: NodeJS.EventEmitter }).master.on('error', () => undefined);
});
afterEach(async () => {
  await Promise.all([old?.destroy(), source?.destroy()]);
  await database?.drop();
});

const call = (runner: QueryRunner) =>
  runner.query(
    `INSERT INTO metered_calls (call_id, account_id, month, attempt, state, mode, client, endpoint, reserved_at)
     VALUES (gen_random_uuid(), $1, '2026-11', 1, 'released', 'sync', '', '', now())`,
    [account],
  );
/** Opens a transaction that writes calls. It locks only the calls: a lock on the accounts would block the new columns first. */
async function openWriter(): Promise<QueryRunner> {
  const writer = old.createQueryRunner();
  await writer.startTransaction();
  await writer.query('LOCK TABLE metered_calls IN ROW EXCLUSIVE MODE');
  return writer;
}
const waiting = async () =>
  (
    await old.query(`SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`)
  ).at(0)?.pid;
const valid = async () =>
  (
    await old.query(
      'SELECT c.relname AS name FROM pg_index JOIN pg_class c ON c.oid = indexrelid WHERE indisvalid AND c.relname = ANY($1) ORDER BY 1',
      [NAMES],
    )
  ).map((row: { name: string }) => row.name);

async function commit(writer: QueryRunner): Promise<void> {
  await writer.commitTransaction();
  await writer.release();
}

describe('the indexes for the deletion of calls', () => {
  it('are built while calls are reserved: no call queues for a waiting build', async () => {
    const writer = await openWriter();
    const migrated = migrate(source);
    await eventually('the build waits for the open transaction', waiting);
    const other = old.createQueryRunner();
    await other.startTransaction();
    await other.query(`SET LOCAL lock_timeout = '5s'`);
    await other.query('SELECT FROM quota_accounts WHERE account_id = $1 FOR UPDATE', [account]);
    await call(other);
    await commit(other);
    await commit(writer);
    expect((await migrated).slice(0, 2)).toEqual(['TimetableSource1700000000012', 'ForgettingIndexes1700000000013']);
    expect(await valid()).toEqual(NAMES);
  }, 60_000);

  it('are built again by the next process after their build was killed', async () => {
    const writer = await openWriter();
    const migrated = migrate(source).catch((error: Error) => error);
    await old.query('SELECT pg_terminate_backend($1)', [await eventually('the build waits', waiting)]);
    expect(await migrated).toBeInstanceOf(Error);
    expect(await valid()).not.toEqual(NAMES);
    await commit(writer);
    expect((await migrate(source))[0]).toBe('ForgettingIndexes1700000000013');
    expect(await valid()).toEqual(NAMES);
  }, 60_000);
});
