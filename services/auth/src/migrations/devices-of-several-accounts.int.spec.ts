import { migrate } from '@precis/runtime/database';
import { type FreshDatabase, freshDatabase } from '@precis/testing/postgres';
import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { openDatabase } from '../database.js';
import { DevicesOfSeveralAccounts1700000000018 } from './1700000000018-devices-of-several-accounts.js';

const migration = new DevicesOfSeveralAccounts1700000000018();
let database: FreshDatabase;
let source: DataSource;
beforeAll(async () => {
  database = await freshDatabase();
  source = await openDatabase(database.url, 2);
  await migrate(source);
});
beforeEach(() => source.query('TRUNCATE users CASCADE'));
afterAll(async () => {
  await source?.destroy();
  await database?.drop();
});

const keys = async () =>
  (
    await source.query<{ key: string }[]>(
      `SELECT pg_get_constraintdef(oid) AS key FROM pg_constraint WHERE conrelid = 'known_devices'::regclass AND contype = 'p'`,
    )
  ).map(({ key }) => key);

async function account(): Promise<string> {
  const id = randomUUID();
  await source.query(
    `INSERT INTO users (id, name, email, email_normalised, created_at) VALUES ($1, 'A', $2, $2, now())`,
    [id, `${id}@customer.example`],
  );
  return id;
}

/** What a copy of the previous release does for a device that the account does not know. */
const rememberAsBefore = (userId: string, token: Buffer, at: Date) =>
  source.query('INSERT INTO known_devices (token_hash, user_id, created_at, last_used_at) VALUES ($1, $2, $3, $3)', [
    token,
    userId,
    at,
  ]);

describe('the key of known devices (ACC-60)', () => {
  it('lets copies of the previous release remember a device and renew it, for its own account alone', async () => {
    const [one, other, token] = [await account(), await account(), Buffer.alloc(32, 1)];
    const [first, later] = [new Date('2026-01-01T00:00:00Z'), new Date('2026-02-01T00:00:00Z')];
    await rememberAsBefore(one, token, first);
    await rememberAsBefore(other, token, first);
    const [, renewed] = await source.query(
      'UPDATE known_devices SET last_used_at = greatest(last_used_at, $3) WHERE user_id = $1 AND token_hash = $2',
      [one, token, later],
    );
    expect(renewed).toBe(1);
    const used = await source.query(
      'SELECT user_id AS id, last_used_at AS at FROM known_devices ORDER BY last_used_at',
    );
    expect(used).toEqual([
      { id: other, at: first },
      { id: one, at: later },
    ]);
  });

  it('is the same after a repeat, as after a crash before the migration was recorded', async () => {
    const runner = source.createQueryRunner();
    try {
      await migration.up(runner);
    } finally {
      await runner.release();
    }
    expect(await keys()).toEqual(['PRIMARY KEY (token_hash, user_id)']);
  });

  it('goes back to one account for each device: the one that used it last', async () => {
    const [one, other, token] = [await account(), await account(), Buffer.alloc(32, 2)];
    await rememberAsBefore(one, token, new Date('2026-02-01T00:00:00Z'));
    await rememberAsBefore(other, token, new Date('2026-01-01T00:00:00Z'));
    const runner = source.createQueryRunner();
    try {
      await migration.down(runner);
      expect(await source.query('SELECT user_id AS id FROM known_devices')).toEqual([{ id: one }]);
      expect(await keys()).toEqual(['PRIMARY KEY (token_hash)']);
    } finally {
      await migration.up(runner);
      await runner.release();
    }
    expect(await keys()).toEqual(['PRIMARY KEY (token_hash, user_id)']);
  });
});
