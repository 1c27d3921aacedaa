import { randomUUID } from 'node:crypto';
import { wrongMonths } from '../testing/books-audit.js';
import { charge, QuotaWorld, release, reserve } from '../testing/quota-world.js';
import { ForgetReleasedCalls } from './forget-released-calls.usecase.js';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
let world: QuotaWorld;
let forget: ForgetReleasedCalls;
beforeAll(async () => {
  world = await QuotaWorld.open();
  forget = new ForgetReleasedCalls(world.database, world.quotas, world.clock);
});
afterAll(() => world?.close());

const later = (ms: number) => void (world.now = new Date(world.now.getTime() + ms));
const rows = async (account: string) =>
  (await world.database.query('SELECT count(*)::int AS n FROM metered_calls WHERE account_id = $1', [account]))[0].n;

describe('a failed call', () => {
  it('is deleted a quarter of an hour later, and late operations on it are answered as before', async () => {
    const account = randomUUID();
    const [callId, givenUp, kept, open] = Array.from({ length: 4 }, () => randomUUID());
    await world.kinds(
      [account, reserve(kept)],
      [account, charge(kept)],
      [account, reserve(open)],
      [account, reserve(callId)],
      [account, release(callId)],
      [account, release(givenUp, 0)],
    );
    later(15 * MINUTE_MS);
    expect(await forget.execute()).toBe(0);
    // A late operation within that time finds the call released.
    expect(await world.kinds([account, reserve(callId)], [account, reserve(givenUp)])).toEqual([
      'released',
      'released',
    ]);
    later(1);
    expect(await forget.execute()).toBe(2);
    expect(await rows(account)).toBe(2);
    expect(
      await world.kinds(
        [account, charge(callId)],
        [account, release(callId)],
        [account, charge(callId)],
        [account, release(callId, 0)],
      ),
    ).toEqual(Array(4).fill('released'));
    expect(await world.counters(account)).toEqual({ used: 1, reserved: 1 });
    expect(await wrongMonths(world.database)).toEqual([]);
  });

  it('with a key is kept for the day in which the key may be reused, and for a transaction that has begun by then', async () => {
    const account = randomUUID();
    const [old, fresh, again] = Array.from({ length: 3 }, () => randomUUID());
    await world.kinds([account, reserve(old, 'key')], [account, release(old)]);
    later(DAY_MS - 1);
    expect((await world.one(account, reserve(fresh, 'key'))).outcome).toEqual({
      kind: 'granted',
      callId: fresh,
      attempt: 2,
    });
    await world.one(account, release(fresh, 2));
    later(DAY_MS + 15 * MINUTE_MS);
    await forget.execute();
    expect(await rows(account)).toBe(1);
    later(1);
    await forget.execute();
    expect(await rows(account)).toBe(0);
    expect((await world.one(account, reserve(again, 'key'))).outcome).toEqual({
      kind: 'granted',
      callId: again,
      attempt: 1,
    });
    expect(
      await world.kinds([account, charge(fresh, 2)], [account, release(fresh, 2)], [account, charge(again)]),
    ).toEqual(['released', 'released', 'charged']);
    expect(await wrongMonths(world.database)).toEqual([]);
  });

  it('is deleted in bounded steps, by one or two processes, and nothing else is deleted', async () => {
    const account = randomUUID();
    await world.one(account, { kind: 'peek' });
    const old = new Date(world.now.getTime() - DAY_MS);
    await world.database.query(
      `INSERT INTO metered_calls (call_id, account_id, month, attempt, state, mode, client, endpoint, reserved_at)
       SELECT gen_random_uuid(), $1, '2026-11', 1, CASE WHEN n % 10 = 0 THEN 'refunded' ELSE 'released' END, 'sync', '', '', $2 FROM generate_series(1, 15000) AS n`,
      [account, old],
    );
    const gone = await Promise.all([forget.execute(), forget.execute()]);
    await forget.execute();
    expect(gone[0] + gone[1]).toBeGreaterThan(0);
    expect(await rows(account)).toBe(1_500);
  }, 60_000);
});
