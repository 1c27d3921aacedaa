import { migrate, openDatabase } from '@precis/runtime/database';
import { eventually } from '@precis/testing/eventually';
import { type FreshDatabase, freshDatabase } from '@precis/testing/postgres';
import { randomUUID } from 'node:crypto';
import type { DataSource, MigrationInterface } from 'typeorm';
import { openDatabase as openUsageDatabase } from '../database.js';
import { CallsWithoutForeignKey1700000000043 } from './1700000000043-calls-without-foreign-key.js';

const account = randomUUID();
let database: FreshDatabase;
let old: DataSource;
let source: DataSource;
beforeEach(async () => {
  database = await freshDatabase();
  source = await openUsageDatabase(database.url, 2);
  const migrations = source.options.migrations as (new () => MigrationInterface)[];
  old = await openDatabase({
    url: database.url,
    migrations: migrations.slice(0, migrations.indexOf(CallsWithoutForeignKey1700000000043)),
  });
  await migrate(old);
  await old.query('INSERT INTO quota_accounts (account_id) VALUES ($1)', [account]);
});
afterEach(async () => {
  await Promise.all([old?.destroy(), source?.destroy()]);
  await database?.drop();
});

describe('the migration that drops the foreign key of the calls', () => {
  it('waits for a batch that has locked its accounts, and the batch can still write its calls', async () => {
    const batch = old.createQueryRunner();
    await batch.startTransaction();
    await batch.query('SELECT FROM quota_accounts WHERE account_id = $1 FOR UPDATE', [account]);
    const migrated = migrate(source);
    await eventually('the migration waits for the batch', async () => {
      const [{ waiting }] = await old.query(
        `SELECT count(*)::int AS waiting FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return waiting === 1;
    });
    await batch.query(
      `INSERT INTO metered_calls (call_id, account_id, month, attempt, state, mode, client, endpoint, reserved_at)
       VALUES (gen_random_uuid(), $1, '2026-11', 1, 'released', 'sync', '', '', now())`,
      [account],
    );
    await batch.commitTransaction();
    await batch.release();
    expect(await migrated).toContain(CallsWithoutForeignKey1700000000043.name);
  });
});
