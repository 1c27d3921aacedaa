import { openDatabase, queryPrepared } from '@precis/runtime/database';
import { isDatabaseAway } from '@precis/runtime/grpc-errors';
import { isLockTimeout } from '@precis/runtime/transient-conflict';
import { eventually } from '@precis/testing/eventually';
import { type FreshDatabase, freshDatabase } from '@precis/testing/postgres';
import type { DataSource } from 'typeorm';

let database: FreshDatabase;
let source: DataSource;
beforeAll(async () => {
  database = await freshDatabase();
  source = await openDatabase({ url: database.url, migrations: [], poolSize: 1 });
  // The pool also reports a connection that the test cuts.
  (source.driver as unknown as { master: NodeJS.EventEmitter }).master.on('error', () => undefined);
});
afterAll(async () => {
  await source?.destroy();
  await database?.drop();
});

describe('a prepared statement', () => {
  it('is prepared once on a connection, and answers with its rows', async () => {
    const double = (n: number) => queryPrepared<{ n: number }>(source, 'double', 'SELECT $1::int * 2 AS n', [n]);
    expect(await double(1)).toEqual([{ n: 2 }]);
    expect(await double(2)).toEqual([{ n: 4 }]);
    const prepared: { name: string; times: number }[] = await source.query(
      'SELECT name, (generic_plans + custom_plans)::int AS times FROM pg_prepared_statements',
    );
    expect(prepared).toEqual([{ name: 'double', times: 2 }]);
  });

  it('keeps the error code of Postgres, and its connection can be used again', async () => {
    const fail = queryPrepared(source, 'fail', `SELECT 1 / $1::int`, [0]);
    await expect(fail).rejects.toMatchObject({ code: '22012' });
    expect(await queryPrepared(source, 'one', 'SELECT 1 AS n', [])).toEqual([{ n: 1 }]);
  });

  it('reports a lock that was not granted in time as such', async () => {
    const text = `DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = 'lock_not_available'; END $$`;
    const error: unknown = await queryPrepared(source, 'locked', text, []).catch((thrown: unknown) => thrown);
    expect(isLockTimeout(error)).toBe(true);
  });

  it('reports a connection that broke as an unavailable database, and runs again on the next connection', async () => {
    const text = 'SELECT pg_terminate_backend(pg_backend_pid())';
    const error: unknown = await queryPrepared(source, 'end', text, []).catch((thrown: unknown) => thrown);
    expect(isDatabaseAway(error)).toBe(true);
    // The pool may lend the connection once more before it notices its end.
    await eventually('a new connection answers', () =>
      queryPrepared(source, 'one', 'SELECT 1 AS n', []).then(
        () => true,
        () => false,
      ),
    );
  });
});
