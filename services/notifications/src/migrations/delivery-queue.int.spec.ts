import { migrate } from '@precis/runtime/database';
import { type FreshDatabase, freshDatabase } from '@precis/testing/postgres';
import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { openDatabase } from '../database.js';
import { DeliveryQueue1700000000003 } from './1700000000003-delivery-queue.js';

let database: FreshDatabase;
let source: DataSource;
beforeEach(async () => {
  database = await freshDatabase();
  source = await openDatabase(database.url);
  await migrate(source);
});
afterEach(async () => {
  await source?.destroy();
  await database?.drop();
});

/** Writes a row like the previous release, which knows no other column. */
const decideAsBefore = (state: string, eventId: string = randomUUID()) =>
  source
    .query(
      'INSERT INTO deliveries (event_id, mail_request_id, kind, state, decided_at) VALUES ($1, $2, $3, $4, now())',
      [eventId, randomUUID(), 'verify-email', state],
    )
    .then(() => eventId);
const withRunner = async (work: (runner: ReturnType<DataSource['createQueryRunner']>) => Promise<unknown>) => {
  const runner = source.createQueryRunner();
  try {
    await work(runner);
  } finally {
    await runner.release();
  }
};
const migration = new DeliveryQueue1700000000003();

describe('the queue of deliveries', () => {
  it('is added to a table with rows, whose states stay unchanged, and can be reverted', async () => {
    await withRunner((runner) => migration.down(runner));
    const states = ['sent', 'superseded', 'refused'];
    for (const state of states) await decideAsBefore(state);
    await withRunner((runner) => migration.up(runner));
    expect(await source.query('SELECT state, attempts, next_try_at, params FROM deliveries ORDER BY state')).toEqual(
      ['refused', 'sent', 'superseded'].map((state) => ({ state, attempts: 1, next_try_at: null, params: {} })),
    );
    await source.query(
      `INSERT INTO deliveries (event_id, account_id, kind, state, next_try_at) VALUES ($1, $1, 'welcome', 'queued', now())`,
      [randomUUID()],
    );
    await withRunner((runner) => migration.down(runner));
    expect(await source.query('SELECT state FROM deliveries ORDER BY state')).toHaveLength(3);
  });

  it.each(['sent', 'superseded', 'refused'])('lets a copy of the release before decide a mail as %s', async (state) => {
    const eventId = await decideAsBefore(state);
    const [row] = await source.query('SELECT state, account_id, cause FROM deliveries WHERE event_id = $1', [eventId]);
    expect(row).toEqual({ state, account_id: null, cause: null });
  });

  it.each([
    ['an unknown state', `'lost', NULL, now()`],
    ['a queued mail that is never due', `'queued', NULL, NULL`],
    ['a mail that is sent and due', `'sent', now(), now()`],
    ['a decision without its time', `'dead', NULL, NULL`],
  ])('holds no %s', async (_, values) => {
    const insert = `INSERT INTO deliveries (event_id, kind, state, next_try_at, decided_at) VALUES ('${randomUUID()}', 'welcome', ${values})`;
    await expect(source.query(insert)).rejects.toThrow('violates check constraint');
  });
});
