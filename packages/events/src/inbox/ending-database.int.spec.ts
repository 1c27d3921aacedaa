import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { openDatabase } from '@precis/runtime/database';
import { type FreshDatabase, freshDatabase } from '@precis/testing/postgres';
import type { DataSource } from 'typeorm';

/** ReadyForQuery, idle: it marks a new connection as ready (PostgreSQL, "Message Formats"). */
const READY = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);
const LAST_WORD = errorResponse({
  S: 'FATAL',
  C: '57P01',
  M: 'terminating connection due to unexpected postmaster exit',
});

let fresh: FreshDatabase;
let proxy: Server;
let database: DataSource;
let isEnding = false;

/** Sends the end of the connection together with its readiness, so that the client receives both in one piece. */
function pass(chunk: Buffer, downstream: Socket): void {
  if (isEnding && chunk.subarray(-READY.length).equals(READY)) downstream.end(Buffer.concat([chunk, LAST_WORD]));
  else downstream.write(chunk);
}

beforeAll(async () => {
  fresh = await freshDatabase();
  const target = new URL(fresh.url);
  const folder = target.searchParams.get('host');
  const port = Number(target.port || 5432);
  proxy = createServer((downstream) => {
    const upstream = folder ? connect(`${folder}/.s.PGSQL.${port}`) : connect(port, target.hostname);
    for (const socket of [downstream, upstream]) socket.on('error', () => undefined);
    upstream.on('data', (chunk: Buffer) => pass(chunk, downstream)).on('close', () => downstream.end());
    downstream.pipe(upstream);
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const url = `postgres://${target.username}:${target.password}@127.0.0.1:${(proxy.address() as AddressInfo).port}${target.pathname}`;
  database = await openDatabase({ url, migrations: [] });
});

afterAll(async () => {
  await database?.destroy();
  proxy?.close();
  await fresh?.drop();
});

it('a Postgres that ends while it opens a connection fails the caller, not the process', async () => {
  // All open connections are in use, so the next one is new.
  const held = [1, 2, 3].map(() => database.createQueryRunner());
  await Promise.all(held.map((runner) => runner.connect()));
  isEnding = true;
  await expect(database.query('SELECT 1')).rejects.toThrow(/not queryable|terminat/i);
  isEnding = false;
  await Promise.all(held.map((runner) => runner.release()));
  expect(await database.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

function errorResponse(fields: Record<string, string>): Buffer {
  const told = Object.entries(fields).map(([name, value]) => `${name}${value}\0`);
  const body = Buffer.from(`${told.join('')}\0`);
  const head = Buffer.from([0x45, 0, 0, 0, 0]);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}
