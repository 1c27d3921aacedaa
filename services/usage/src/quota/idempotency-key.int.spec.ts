import { randomUUID } from 'node:crypto';
import { charge, QuotaWorld, release, reserve } from '../testing/quota-world.js';

const DAY_MS = 86_400_000;
let world: QuotaWorld;
beforeAll(async () => void (world = await QuotaWorld.open()));
afterAll(() => world?.close());
beforeEach(() => void (world.now = new Date('2026-11-01T12:00:00Z')));

async function charged(account: string, key: string): Promise<string> {
  const callId = randomUUID();
  expect(await world.kinds([account, reserve(callId, key)], [account, charge(callId)])).toEqual(['granted', 'charged']);
  return callId;
}
const later = (ms: number) => void (world.now = new Date(world.now.getTime() + ms));

describe('an Idempotency-Key on Postgres', () => {
  it('is replayed at no cost until the end of its 30 days', async () => {
    const account = randomUUID();
    const callId = await charged(account, 'key');
    later(30 * DAY_MS - 1);
    const repeat = await world.one(account, reserve(randomUUID(), 'key'));
    expect(repeat.outcome).toEqual({ kind: 'replay', callId, attempt: 1, resultRef: `result-${callId}` });
    expect(await world.counters(account)).toEqual({ used: 1, reserved: 0 });
  });

  it('starts a new call after 30 days, exactly once for 50 parallel repeats, and then names only that call', async () => {
    const account = randomUUID();
    await charged(account, 'key');
    later(30 * DAY_MS);
    const repeats = await Promise.all(
      Array.from({ length: 50 }, () => world.one(account, reserve(randomUUID(), 'key'))),
    );
    const granted = repeats.flatMap(({ outcome }) => (outcome.kind === 'granted' ? [outcome] : []));
    expect(granted).toHaveLength(1);
    expect(repeats.filter(({ outcome }) => outcome.kind === 'busy')).toHaveLength(49);
    await world.one(account, charge(granted[0].callId));
    expect((await world.one(account, reserve(randomUUID(), 'key'))).outcome).toMatchObject({
      kind: 'replay',
      callId: granted[0].callId,
    });
    const rows = await world.database.query(
      'SELECT idem_hash IS NULL AS free, state FROM metered_calls WHERE account_id = $1 ORDER BY id',
      [account],
    );
    expect(rows).toEqual([
      { free: true, state: 'charged' },
      { free: false, state: 'charged' },
    ]);
    expect(await world.counters(account)).toEqual({ used: 2, reserved: 0 });
  });

  it('may have another body after 30 days, and not before', async () => {
    const account = randomUUID();
    await charged(account, 'key');
    later(30 * DAY_MS - 1);
    expect(await world.kinds([account, reserve(randomUUID(), 'key', undefined, 'c')])).toEqual(['mismatch']);
    later(1);
    expect(await world.kinds([account, reserve(randomUUID(), 'key', undefined, 'c')])).toEqual(['granted']);
  });

  it('keeps its call when the repeat that would start a new one is refused', async () => {
    const account = randomUUID();
    const old = await charged(account, 'key');
    later(30 * DAY_MS);
    for (const name of ['a', 'b', 'c']) await charged(account, name);
    expect(await world.kinds([account, reserve(randomUUID(), 'key')])).toEqual(['exhausted']);
    const [row] = await world.database.query(
      'SELECT idem_hash IS NOT NULL AS kept FROM metered_calls WHERE call_id = $1',
      [old],
    );
    expect(row).toEqual({ kept: true });
  });

  it('keeps the charge whose result it got again, also when a refund of the first answer comes later (QUOTA-1)', async () => {
    const account = randomUUID();
    const callId = await charged(account, 'key');
    expect(await world.kinds([account, reserve(randomUUID(), 'key')])).toEqual(['replay']);
    const refund = { kind: 'refund', callId, attempt: 1, reason: 'the client left' } as const;
    expect(await world.kinds([account, refund])).toEqual(['charged']);
    expect(await world.counters(account)).toEqual({ used: 1, reserved: 0 });
    expect(await world.kinds([account, reserve(randomUUID(), 'key')])).toEqual(['replay']);
  });

  it('of a released call may have another body after a day, and not before', async () => {
    const account = randomUUID();
    const callId = randomUUID();
    await world.kinds([account, reserve(callId, 'key')], [account, release(callId)]);
    later(DAY_MS - 1);
    expect(await world.kinds([account, reserve(randomUUID(), 'key', undefined, 'c')])).toEqual(['mismatch']);
    later(1);
    expect(await world.kinds([account, reserve(randomUUID(), 'key', undefined, 'c')])).toEqual(['granted']);
  });

  it('of a released call starts as a first attempt after a day, which the old call can neither charge nor release', async () => {
    const account = randomUUID();
    const [old, fresh] = [randomUUID(), randomUUID()];
    await world.kinds([account, reserve(old, 'key')], [account, release(old)]);
    later(DAY_MS);
    expect((await world.one(account, reserve(fresh, 'key'))).outcome).toEqual({
      kind: 'granted',
      callId: fresh,
      attempt: 1,
    });
    expect(await world.kinds([account, charge(old)], [account, release(old)])).toEqual(['released', 'released']);
    expect(await world.counters(account)).toEqual({ used: 0, reserved: 1 });
  });
});
