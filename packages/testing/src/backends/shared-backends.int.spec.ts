import { type RedisBackend, startRedis } from '@precis/backends/redis-backend';
import { Redis } from 'ioredis';
import { Client } from 'pg';
import { freshDatabase, postgresServer } from '../postgres.js';
import { testRedis } from '../redis.js';
import { newTestRun } from '../test-run.js';
import { reachBackend } from './reach-backend.js';
import { sweepBackends } from './sweep-backends.js';

async function onPostgres(...statements: string[]): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: postgresServer() });
  await client.connect();
  try {
    let rows: Record<string, unknown>[] = [];
    for (const statement of statements) rows = (await client.query(statement)).rows;
    return rows;
  } finally {
    await client.end();
  }
}

describe('a Postgres that others use too', () => {
  it('is cleaned of the databases and roles that a killed test left, and of nothing else', async () => {
    const [run, other] = [newTestRun(), newTestRun()];
    await onPostgres(
      `CREATE DATABASE ${run}_a`,
      `CREATE ROLE ${run}_r`,
      `CREATE DATABASE ${other}_a`,
      `ALTER DATABASE ${run}_a OWNER TO ${run}_r`,
    );
    await sweepBackends(run, { TEST_POSTGRES_URL: postgresServer() });
    const sql = `SELECT datname AS name FROM pg_database WHERE datname ~ '${run}|${other}' UNION ALL SELECT rolname FROM pg_roles WHERE rolname ~ '${run}|${other}'`;
    expect(await onPostgres(sql)).toEqual([{ name: `${other}_a` }]);
    await onPostgres(`DROP DATABASE ${other}_a`);
  });

  it('is accepted only with a superuser, and described without the password', async () => {
    expect(await reachBackend('postgres', postgresServer())).toMatch(/^Postgres \d+\.\d+ at /);
    expect(await reachBackend('postgres', postgresServer())).not.toContain(
      decodeURIComponent(new URL(postgresServer()).password) || 'no password',
    );
    const [role, database] = [`${newTestRun()}_plain`, await freshDatabase()];
    await onPostgres(`CREATE ROLE ${role} LOGIN PASSWORD 'plain'`);
    const plain = Object.assign(new URL(postgresServer()), { username: role, password: 'plain' });
    await expect(reachBackend('postgres', plain.href)).rejects.toThrow('its user is no superuser');
    await onPostgres(`DROP ROLE ${role}`);
    await database.drop();
  });
});

describe('a Redis that others use too', () => {
  let backend: RedisBackend;
  let redis: Redis;
  const before = process.env.TEST_REDIS_URL;
  const foreign = async () => [
    await redis.select(0),
    await redis.keys('*'),
    await redis.select(15),
    await redis.keys('*'),
  ];
  beforeEach(async () => {
    backend = await startRedis({ environment: process.env });
    process.env.TEST_REDIS_URL = backend.url;
    redis = new Redis(backend.url);
    await redis.set('foreign', 1);
    await redis.select(15);
    await redis.set('throttle:foreign', 1);
  });
  afterEach(async () => {
    if (before === undefined) delete process.env.TEST_REDIS_URL;
    else process.env.TEST_REDIS_URL = before;
    redis.disconnect();
    await backend.stop();
  });

  it('gives each test an empty database of its own, and keeps what was there', async () => {
    const untouched = await foreign();
    const [one, two] = [await testRedis(), await testRedis()];
    expect([one.url, two.url].map((url) => new URL(url).pathname)).toEqual(['/14', '/13']);
    await redis.select(14);
    await redis.mset('throttle:{a}', 1, 'others', 1);
    await one.stop();
    expect(await redis.keys('*')).toEqual(['others']);
    expect(await foreign()).toEqual(untouched);
    await two.stop();
  });

  it('is cleaned of what a killed test left there', async () => {
    const untouched = await foreign();
    await testRedis();
    await redis.select(14);
    await redis.set('throttle:{a}', 1);
    await sweepBackends(newTestRun(), { TEST_REDIS_URL: backend.url });
    expect(await redis.dbsize()).toBe(2);
    await sweepBackends(process.env.PRECIS_TEST_RUN!, { TEST_REDIS_URL: backend.url });
    expect(await redis.dbsize()).toBe(0);
    expect(await foreign()).toEqual(untouched);
  });
});
