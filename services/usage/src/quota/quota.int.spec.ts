import { inTransaction } from '@precis/runtime/database';
import { randomUUID } from 'node:crypto';
import { charge, QuotaWorld, release, reserve } from '../testing/quota-world.js';
import { ReleaseAllReservations } from './release-all-reservations.usecase.js';

let world: QuotaWorld;
beforeAll(async () => void (world = await QuotaWorld.open()));
afterAll(() => world?.close());

describe('quota on Postgres', () => {
  it('grants exactly the remaining units to 200 parallel batches', async () => {
    const account = randomUUID();
    const outcomes = await Promise.all(Array.from({ length: 200 }, () => world.one(account, reserve())));
    expect(outcomes.filter(({ outcome }) => outcome.kind === 'granted')).toHaveLength(3);
    expect(outcomes.filter(({ outcome }) => outcome.kind === 'in_use')).toHaveLength(197);
    expect(await world.counters(account)).toEqual({ used: 0, reserved: 3 });
  });

  it('grants a key once to 50 parallel repeats', async () => {
    const account = randomUUID();
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, () => world.one(account, reserve(randomUUID(), 'same'))),
    );
    expect(outcomes.filter(({ outcome }) => outcome.kind === 'granted')).toHaveLength(1);
    expect(outcomes.filter(({ outcome }) => outcome.kind === 'busy')).toHaveLength(49);
  });

  it('settles opposite batches over several accounts without a deadlock', async () => {
    const accounts = Array.from({ length: 6 }, () => randomUUID());
    const batches = Array.from({ length: 30 }, (_, index) =>
      (index % 2 ? [...accounts].reverse() : accounts).map((accountId) => ({ accountId, operation: reserve() })),
    );
    const outcomes = (await Promise.all(batches.map((batch) => world.apply.execute(batch)))).flat();
    expect(outcomes.filter(({ outcome }) => outcome.kind === 'granted')).toHaveLength(accounts.length * 3);
  });

  it('refunds a call of one account while another transaction holds the other account of the batch', async () => {
    const calls = [reserve(), reserve()].map((operation) => ({ accountId: randomUUID(), operation }));
    await world.apply.execute(calls);
    const other = world.database.createQueryRunner();
    await other.startTransaction();
    await other.query('SELECT FROM quota_accounts WHERE account_id = $1 FOR UPDATE', [calls[0].accountId]);
    const first = Promise.withResolvers<number[]>();
    const end = world.apply.execute(
      calls.map(({ accountId, operation: { callId } }) => ({
        accountId,
        operation: { kind: 'refund', callId, attempt: 0, reason: 'test' },
      })),
      (places) => places.length > 0 && first.resolve(places),
    );
    expect(await first.promise).toEqual([1]);
    await other.rollbackTransaction();
    await other.release();
    expect(await end).toHaveLength(2);
  });

  it('answers a malformed operation as malformed and applies the rest', async () => {
    const account = randomUUID();
    const outcomes = await world.apply.execute([
      { accountId: account, operation: null },
      { accountId: account, operation: reserve() },
    ]);
    expect(outcomes.map(({ outcome }) => outcome.kind)).toEqual(['invalid', 'granted']);
  });

  it('answers limit, remaining and the first of next month with every outcome', async () => {
    const account = randomUUID();
    const callId = randomUUID();
    await world.one(account, reserve(callId));
    expect(await world.one(account, charge(callId))).toEqual({
      outcome: { kind: 'charged', callId, attempt: 1, resultRef: `result-${callId}` },
      limit: 3,
      remaining: 2,
      resetAtSeconds: Date.UTC(2026, 11, 1) / 1000,
    });
  });

  it('releases the reservations of a lapsed holder before it refuses a call, and lets a repeat of its key continue', async () => {
    const account = randomUUID();
    await world.apply.execute(
      ['k1', 'k2', 'k3'].map((key) => ({ accountId: account, operation: reserve(randomUUID(), key, 'gateway-dead') })),
    );
    expect(await world.counters(account)).toEqual({ used: 0, reserved: 3 });
    const repeat = await world.one(account, reserve(randomUUID(), 'k1'));
    expect(repeat.outcome).toMatchObject({ kind: 'granted', attempt: 2 });
    expect(await world.counters(account)).toEqual({ used: 0, reserved: 1 });
  });

  it('releases the reservations of a previous process and leaves charges and jobs unchanged', async () => {
    const account = randomUUID();
    const charged = randomUUID();
    await world.one(account, reserve(charged));
    await world.one(account, charge(charged));
    await world.one(account, reserve());
    await world.one(account, { ...reserve(), mode: 'job' });
    await new ReleaseAllReservations(world.database, world.quotas, world.clock).execute();
    expect(await world.counters(account)).toEqual({ used: 1, reserved: 1 });
  });

  it('writes a batch in which a late release names the call id that a repeat of the key has just given up', async () => {
    const account = randomUUID();
    const [first, second] = [randomUUID(), randomUUID()];
    expect(await world.kinds([account, reserve(first, 'key')], [account, release(first)])).toEqual([
      'granted',
      'released',
    ]);
    expect(await world.kinds([account, reserve(second, 'key')], [account, release(first, 0)])).toEqual([
      'granted',
      'released',
    ]);
    expect(await world.counters(account)).toEqual({ used: 0, reserved: 1 });
  });

  it('writes a batch in which two released keys exchange their call ids', async () => {
    const account = randomUUID();
    const [a, b, c] = [randomUUID(), randomUUID(), randomUUID()];
    await world.kinds(
      [account, reserve(a, 'k1')],
      [account, reserve(b, 'k2')],
      [account, release(a)],
      [account, release(b)],
    );
    expect(
      await world.kinds(
        [account, reserve(c, 'k1')],
        [account, reserve(a, 'k2')],
        [account, release(c, 2)],
        [account, reserve(b, 'k1')],
      ),
    ).toEqual(['granted', 'granted', 'released', 'granted']);
  });

  it('leaves no trace of a batch that was killed before its commit', async () => {
    const account = randomUUID();
    const operation = reserve();
    await expect(
      inTransaction(world.database, async (manager) => {
        const accounts = await world.quotas.lockAccounts(
          manager,
          [{ accountId: account, callIds: [], idemHashes: [] }],
          world.now,
        );
        accounts.get(account)!.sweepLapsed();
        await world.quotas.save(manager, accounts.values());
        throw new Error('killed');
      }),
    ).rejects.toThrow('killed');
    expect((await world.one(account, operation)).outcome.kind).toBe('granted');
    expect(await world.counters(account)).toEqual({ used: 0, reserved: 1 });
  });
});
