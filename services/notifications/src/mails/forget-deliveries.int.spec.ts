import { migrate } from '@precis/runtime/database';
import { type FreshDatabase, freshDatabase } from '@precis/testing/postgres';
import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { openDatabase } from '../database.js';
import { DeliveriesRepository } from './deliveries.repository.js';
import { ForgetDeliveries } from './forget-deliveries.usecase.js';

const DECIDED_AT = new Date('2026-11-22T12:00:00.123Z');
const EDGE = DECIDED_AT.getTime() + 90 * 86_400_000;

describe('the outcome of a mail (DATA-14)', () => {
  let database: FreshDatabase;
  let source: DataSource;
  let now: Date;
  let forget: ForgetDeliveries;
  beforeEach(async () => {
    database = await freshDatabase();
    source = await openDatabase(database.url);
    await migrate(source);
    forget = new ForgetDeliveries(new DeliveriesRepository(source), { now: () => now });
  });
  afterEach(async () => {
    await source?.destroy();
    await database?.drop();
  });

  const add = (state: string, decidedAt: Date | null, count = 1) =>
    source.query(
      `INSERT INTO deliveries (event_id, kind, state, decided_at, next_try_at, created_at)
       SELECT gen_random_uuid(), 'welcome', $1, $2, CASE WHEN $1 = 'queued' THEN now() END, now() - interval '2 years' FROM generate_series(1, $3::int)`,
      [state, decidedAt, count],
    );
  const kept = async (): Promise<string[]> =>
    (await source.query('SELECT state FROM deliveries ORDER BY state')).map(({ state }: { state: string }) => state);

  it('is kept for 90 days to the millisecond; waiting and dead mails stay', async () => {
    for (const state of ['sent', 'superseded', 'refused', 'unwanted', 'dead']) await add(state, DECIDED_AT);
    await add('queued', null);
    now = new Date(EDGE);
    await forget.execute();
    expect(await kept()).toEqual(['dead', 'queued', 'refused', 'sent', 'superseded', 'unwanted']);
    now = new Date(EDGE + 1);
    await forget.execute();
    expect(await kept()).toEqual(['dead', 'queued']);
  });

  it('is deleted in steps that skip locked rows of each other', async () => {
    await add('sent', DECIDED_AT, 3_500);
    now = new Date(EDGE + 1);
    const held = randomUUID();
    await source.query(
      `INSERT INTO deliveries (event_id, kind, state, decided_at) VALUES ($1, 'welcome', 'sent', $2)`,
      [held, DECIDED_AT],
    );
    const holder = source.createQueryRunner();
    await holder.startTransaction();
    await holder.query('SELECT FROM deliveries WHERE event_id = $1 FOR UPDATE', [held]);
    await Promise.all([forget.execute(), forget.execute(), forget.execute()]);
    await forget.execute();
    expect(await source.query('SELECT event_id FROM deliveries')).toEqual([{ event_id: held }]);
    await holder.rollbackTransaction();
    await holder.release();
    await forget.execute();
    expect(await kept()).toEqual([]);
  });
});
