import { migrate, openDatabase } from '@precis/runtime/database';
import { prepareSchema } from '@precis/runtime/schema-mode';
import { eventually } from '@precis/testing/eventually';
import { type FreshDatabase, freshDatabase } from '@precis/testing/postgres';
import type { DataSource, QueryRunner } from 'typeorm';

class First1700000000001 {
  async up(runner: QueryRunner): Promise<void> {
    // Without IF NOT EXISTS, so that a second run fails.
    await runner.query('CREATE TABLE first (id int)');
  }
  async down(): Promise<void> {}
}

const PROCESSES = 5;

/** Runs until all other processes have requested the lock. */
class Crowded1700000000003 extends First1700000000001 {
  override async up(runner: QueryRunner): Promise<void> {
    await super.up(runner);
    await eventually('all others asked for the lock', async () => {
      // Within a transaction, Postgres caches the first view of the activity.
      await runner.query('SELECT pg_stat_clear_snapshot()');
      const [{ asked }] = await runner.query(
        `SELECT count(*)::int AS asked FROM pg_stat_activity
         WHERE datname = current_database() AND pid <> pg_backend_pid() AND query LIKE '%pg_try_advisory_lock%'`,
      );
      return asked === PROCESSES - 1;
    });
  }
}

/** Fails while the table `permitted` does not exist, and cuts the connection. */
class Second1700000000002 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE limits AS SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock`,
    );
    const [{ permitted }] = await runner.query(`SELECT to_regclass('permitted') IS NOT NULL AS permitted`);
    if (!permitted) await runner.query('SELECT pg_terminate_backend(pg_backend_pid())');
  }
  async down(): Promise<void> {}
}

let database: FreshDatabase;
let sources: DataSource[];
beforeEach(async () => {
  database = await freshDatabase();
  sources = [];
});
afterEach(async () => {
  await Promise.all(sources.map((source) => source.destroy()));
  await database.drop();
});

async function open(
  migrations: (new () => { up(runner: QueryRunner): Promise<void>; down(): Promise<void> })[],
): Promise<DataSource> {
  const source = await openDatabase({ url: database.url, migrations, poolSize: 2 });
  // The pool also reports a connection that a migration cuts.
  (source.driver as unknown as { master: NodeJS.EventEmitter }).master.on('error', () => undefined);
  sources.push(source);
  return source;
}

describe('migrations', () => {
  it('of five processes at the same time all succeed, and one does the work', async () => {
    const all = await Promise.all(Array.from({ length: PROCESSES }, () => open([Crowded1700000000003])));
    const ran = await Promise.all(all.map((source) => migrate(source)));
    expect(ran.sort()).toEqual([[], [], [], [], ['Crowded1700000000003']]);
    expect(await migrate(all[0])).toEqual([]);
  });

  it('wait for another process up to their limit and then fail with a clear error', async () => {
    const [holder, waiter] = await Promise.all([open([]), open([First1700000000001])]);
    const runner = holder.createQueryRunner();
    await runner.query('SELECT pg_advisory_lock(7210001)');
    await expect(migrate(waiter, 300)).rejects.toThrow('Another process has been migrating this database for 0.3 s.');
    await runner.query('SELECT pg_advisory_unlock(7210001)');
    await runner.release();
    expect(await migrate(waiter)).toEqual(['First1700000000001']);
  });

  it('that lose their connection leave nothing half-done, and the next process finishes', async () => {
    const source = await open([First1700000000001, Second1700000000002]);
    await expect(migrate(source)).rejects.toThrow();
    expect(
      await source.query(
        `SELECT to_regclass('first') IS NOT NULL AS first, to_regclass('limits') IS NOT NULL AS limits`,
      ),
    ).toEqual([{ first: true, limits: false }]);
    await source.query('CREATE TABLE permitted ()');
    expect(await migrate(await open([First1700000000001, Second1700000000002]), 5_000)).toEqual([
      'Second1700000000002',
    ]);
  });

  it('may take as long as they need but never queue for a table lock, and return the connection unchanged', async () => {
    const source = await open([Second1700000000002]);
    await source.query('CREATE TABLE permitted ()');
    await migrate(source);
    expect(await source.query('SELECT * FROM limits')).toEqual([{ statement: '0', lock: '10s' }]);
    expect(await source.query('SHOW statement_timeout')).toEqual([{ statement_timeout: '10s' }]);
  });

  it('that are pending stop the start of a service process, which names them and the command and writes nothing', async () => {
    const source = await open([First1700000000001]);
    await expect(prepareSchema(source, 'require')).rejects.toThrow(
      "lacks 1 migrations (First1700000000001). Run this service's migrate.main.js first",
    );
    expect(await source.query(`SELECT to_regclass('migrations') AS made`)).toEqual([{ made: null }]);
    await prepareSchema(source, 'migrate');
    await prepareSchema(source, 'require');
    // An older release starts on a newer schema.
    await prepareSchema(await open([]), 'require');
  });
});
