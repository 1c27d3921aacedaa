import { inTransaction, openDatabase } from '@precis/runtime/database';
import { isDatabaseAway } from '@precis/runtime/grpc-errors';
import { eventually } from '@precis/testing/eventually';
import { type FreshDatabase, freshDatabase } from '@precis/testing/postgres';
import type { DataSource } from 'typeorm';

let fresh: FreshDatabase;
let database: DataSource;
beforeEach(async () => {
  fresh = await freshDatabase();
  database = await openDatabase({ url: fresh.url, migrations: [] });
});
afterEach(async () => {
  await database.destroy();
  await fresh.drop();
});

describe('a transaction whose connection is cut between two statements', () => {
  it('fails like one without a database, and the next one succeeds', async () => {
    const lost = inTransaction(database, async (manager) => {
      const [{ pid }] = await manager.query('SELECT pg_backend_pid() AS pid');
      await fresh.run(`SELECT pg_terminate_backend(${pid})`);
      await eventually('the loss to be noticed', () => manager.queryRunner!.isReleased);
      await manager.query('SELECT 1');
    });
    const error = await lost.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Error);
    expect(isDatabaseAway(error)).toBe(true);
    await expect(inTransaction(database, (manager) => manager.query('SELECT 1 AS one'))).resolves.toEqual([{ one: 1 }]);
  });
});
