import { randomUUID } from 'node:crypto';
import { Registry } from 'prom-client';
import { ActivityController } from '../activity/activity.controller.js';
import { ActivityRepository } from '../activity/activity.repository.js';
import { charge, QuotaWorld, release, reserve } from '../testing/quota-world.js';
import { ForgetOldCalls } from './forget-old-calls.usecase.js';

let world: QuotaWorld;
let forget: ForgetOldCalls;
const metrics = new Registry();
beforeAll(async () => {
  world = await QuotaWorld.open();
  forget = new ForgetOldCalls(world.database, world.quotas, world.clock, metrics);
});
afterAll(() => world?.close());

const at = (iso: string) => void (world.now = new Date(iso));
const call = async (account: string, iso: string, ...more: ('charge' | 'release')[]) => {
  at(iso);
  const callId = randomUUID();
  await world.one(account, reserve(callId, callId.slice(0, 30)));
  if (more.includes('charge')) await world.one(account, charge(callId));
  if (more.includes('release')) await world.one(account, release(callId));
  return callId;
};
const kept = async (account: string): Promise<string[]> =>
  (
    await world.database.query('SELECT call_id FROM metered_calls WHERE account_id = $1 ORDER BY reserved_at', [
      account,
    ])
  ).map((row: { call_id: string }) => row.call_id);

describe('a metered call', () => {
  it('is deleted when its month leaves the last twelve, to the millisecond at which the month turns', async () => {
    const account = randomUUID();
    const first = await call(account, '2025-12-01T00:00:00.000Z', 'charge');
    const last = await call(account, '2025-12-31T23:59:59.999Z', 'charge');
    const newYear = await call(account, '2026-01-01T00:00:00.000Z', 'charge');
    at('2026-11-30T23:59:59.999Z');
    expect(await forget.execute()).toBe(0);
    expect(await kept(account)).toEqual([first, last, newYear]);
    at('2026-12-01T00:00:00.000Z');
    expect(await forget.execute()).toBe(2);
    expect(await kept(account)).toEqual([newYear]);
    expect(await metrics.metrics()).toContain('precis_usage_forgotten_calls_total 2\n');
  });

  it('leaves the count of its month, and every call of the visible months stays', async () => {
    const account = randomUUID();
    await call(account, '2027-01-31T23:59:59Z', 'charge');
    await call(account, '2027-02-28T10:00:00Z', 'charge');
    await call(account, '2027-02-28T11:00:00Z', 'charge');
    at('2028-01-15T00:00:00Z');
    await forget.execute();
    const counts = await world.database.query(
      'SELECT month, used FROM quota_months WHERE account_id = $1 ORDER BY month',
      [account],
    );
    expect(counts).toEqual([
      { month: '2027-01', used: 1 },
      { month: '2027-02', used: 2 },
    ]);
    const activity = new ActivityController(new ActivityRepository(world.database), world.clock, world.alone);
    const { months } = await activity.getSummary({ accountId: account });
    expect(months).toHaveLength(12);
    for (const { month, count } of months) {
      const { days } = await activity.getDetails({ accountId: account, month });
      expect(days.flatMap(({ logs }) => logs)).toHaveLength(count);
    }
    expect(months[0]).toEqual({ month: '2027-02', count: 2 });
  });

  it('is kept while it is in flight, and deleted after any outcome', async () => {
    const account = randomUUID();
    const open = await call(account, '2028-01-10T00:00:00Z');
    await call(account, '2028-01-10T00:00:01Z', 'release');
    await call(account, '2028-01-10T00:00:02Z', 'charge');
    at('2029-06-01T00:00:00Z');
    await forget.execute();
    expect(await kept(account)).toEqual([open]);
    expect(await world.counters(account)).toEqual({ used: 1, reserved: 1 });
    await world.one(account, charge(open));
    await forget.execute();
    expect(await kept(account)).toEqual([]);
    expect(await world.counters(account)).toEqual({ used: 2, reserved: 0 });
  });

  it('is deleted in bounded steps: a locked row is skipped, and two processes share the work', async () => {
    const account = randomUUID();
    at('2029-06-01T00:00:00Z');
    await world.one(account, { kind: 'peek' });
    await world.database.query(
      `INSERT INTO metered_calls (call_id, account_id, month, attempt, state, mode, client, endpoint, reserved_at)
       SELECT gen_random_uuid(), $1, CASE WHEN n <= 41000 THEN '2028-05' ELSE '2029-06' END, 1, 'charged', 'sync', '', '', now() FROM generate_series(1, 42000) AS n`,
      [account],
    );
    const holder = world.database.createQueryRunner();
    await holder.startTransaction();
    await holder.query('SELECT FROM metered_calls WHERE account_id = $1 ORDER BY id LIMIT 7 FOR UPDATE', [account]);
    expect(await forget.execute()).toBe(20_000 - 7);
    const turns = Promise.all([forget.execute(), forget.execute()]);
    expect((await world.one(account, { kind: 'peek' })).outcome.kind).toBe('peeked');
    await turns;
    await holder.rollbackTransaction();
    await holder.release();
    await forget.execute();
    const left = await world.database.query('SELECT DISTINCT month FROM metered_calls WHERE account_id = $1', [
      account,
    ]);
    expect(left).toEqual([{ month: '2029-06' }]);
    expect(await kept(account)).toHaveLength(1_000);
  }, 120_000);
});
