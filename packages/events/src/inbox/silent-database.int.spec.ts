import { migrate, openDatabase } from '@precis/runtime/database';
import { isDatabaseAway } from '@precis/runtime/grpc-errors';
import { type FreshDatabase, freshDatabase } from '@precis/testing/postgres';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import type { DataSource, MigrationInterface, QueryRunner } from 'typeorm';

const LIMIT_MS = 500;
const POOL = 3;

class SlowIndex1700000000001 implements MigrationInterface {
  name = 'SlowIndex1700000000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`SELECT pg_sleep(${(LIMIT_MS * 3) / 1_000})`);
  }

  async down(): Promise<void> {}
}

let fresh: FreshDatabase;
let proxy: Server;
let open: Set<Socket>;
let database: DataSource;

/** Existing connections stay open but carry no more data; new ones work, as with a new primary. */
const silence = () => open.forEach((socket) => socket.unpipe().pause());

beforeEach(async () => {
  fresh = await freshDatabase();
  open = new Set();
  const target = new URL(fresh.url);
  const folder = target.searchParams.get('host');
  const port = Number(target.port || 5432);
  proxy = createServer((downstream) => {
    const upstream = folder ? connect(`${folder}/.s.PGSQL.${port}`) : connect(port, target.hostname);
    for (const socket of [downstream, upstream]) open.add(socket.on('error', () => undefined));
    downstream.pipe(upstream).pipe(downstream);
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const url = `postgres://${target.username}:${target.password}@127.0.0.1:${(proxy.address() as AddressInfo).port}${target.pathname}`;
  database = await openDatabase({
    url,
    migrations: [SlowIndex1700000000001],
    poolSize: POOL,
    silenceLimitMs: LIMIT_MS,
  });
});

afterEach(async () => {
  await database.destroy();
  proxy.close();
  open.forEach((socket) => socket.destroy());
  await fresh.drop();
});

describe('a Postgres that went silent without closing its connections', () => {
  const runners = () => Promise.all(Array.from({ length: POOL }, async () => database.createQueryRunner()));

  it('fails waiting statements as unavailable, and keeps no connection of the pool from later ones', async () => {
    const all = await runners();
    await Promise.all(all.map((runner) => runner.query('BEGIN')));
    silence();
    const failures = await Promise.all(all.map((runner) => runner.query('SELECT 1').catch((error: unknown) => error)));
    expect(failures.map(isDatabaseAway)).toEqual(Array(POOL).fill(true));
    await Promise.all(all.map((runner) => runner.release()));
    await expect(Promise.all(all.map(() => database.query('SELECT 1 AS one')))).resolves.toEqual(
      Array(POOL).fill([{ one: 1 }]),
    );
  });

  it('is noticed between two statements of a transaction too', async () => {
    const lost = database.transaction(async (manager) => {
      await manager.query('SELECT 1');
      silence();
      await manager.query('SELECT 2');
    });
    expect(isDatabaseAway(await lost.catch((error: unknown) => error))).toBe(true);
  });

  it('is distinguished from one that is busy with a migration', async () => {
    await expect(migrate(database)).resolves.toEqual(['SlowIndex1700000000001']);
    expect(open.size).toBe(2);
  });
});
