import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { wrongMonths } from '../testing/books-audit.js';
import { charge, QuotaWorld, release, reserve } from '../testing/quota-world.js';
import { statementOf, verdictOf } from '../testing/statement-of.js';
import type { Operation } from './apply-operation.rule.js';

let world: QuotaWorld;
beforeAll(async () => void (world = await QuotaWorld.open()));
afterAll(() => world?.close());

const at = (iso: string) => void (world.now = new Date(iso));
const months = (accountId: string) =>
  world.database.query('SELECT month, used, reserved FROM quota_months WHERE account_id = $1 ORDER BY month', [
    accountId,
  ]);

describe('the month of a call', () => {
  it.each([
    ['the month turned', '2026-11-30T23:59:59.900Z', '2026-12-01T00:00:00.100Z', '2026-11'],
    ['the clock stepped back an hour', '2026-11-21T12:00:00Z', '2026-11-21T11:00:00Z', '2026-11'],
    [
      'the clock stepped back an hour over the turn of the month',
      '2026-12-01T00:30:00Z',
      '2026-11-30T23:30:00Z',
      '2026-12',
    ],
  ])(
    'is the one fixed when it was reserved, also when %s before it is charged',
    async (_, reservedAt, chargedAt, month) => {
      const [account, callId] = [randomUUID(), randomUUID()];
      at(reservedAt);
      await world.one(account, reserve(callId));
      at(chargedAt);
      expect((await world.one(account, charge(callId))).outcome.kind).toBe('charged');
      expect(await months(account)).toEqual([{ month, used: 1, reserved: 0 }]);
      const [row] = await world.database.query('SELECT month, reserved_at FROM metered_calls WHERE call_id = $1', [
        callId,
      ]);
      expect(row).toEqual({ month, reserved_at: new Date(reservedAt) });
    },
  );

  it('counts in its own month: a call reserved before the turn of the month leaves the quota of December untouched', async () => {
    const account = randomUUID();
    const calls = [randomUUID(), randomUUID(), randomUUID()];
    at('2026-11-30T23:59:59Z');
    await world.kinds(...calls.map((callId): [string, Operation] => [account, reserve(callId)]));
    at('2026-12-01T00:00:01Z');
    await world.kinds(...calls.map((callId): [string, Operation] => [account, charge(callId)]));
    expect(await world.one(account, { kind: 'peek' })).toMatchObject({ limit: 3, remaining: 3 });
    expect(await world.kinds([account, reserve()])).toEqual(['granted']);
  });

  it('gets its unit back when the call is released, refunded or swept in the next one', async () => {
    const account = randomUUID();
    const [released, refunded] = [randomUUID(), randomUUID()];
    at('2026-11-30T23:59:59Z');
    await world.kinds(
      [account, reserve(released)],
      [account, reserve(refunded)],
      [account, charge(refunded)],
      [account, reserve(randomUUID(), undefined, 'dead')],
    );
    at('2026-12-01T00:00:01Z');
    await world.kinds(
      [account, release(released)],
      [account, { kind: 'refund', callId: refunded, attempt: 0, reason: 'test' }],
    );
    expect(await months(account)).toEqual([{ month: '2026-11', used: 0, reserved: 0 }]);
  });
});

describe('the books', () => {
  it('agree with the calls after parallel batches of random operations, over months and clock steps', async () => {
    const pick = {
      account: fc.nat(2),
      call: fc.nat(9),
      attempt: fc.integer({ min: 0, max: 2 }),
      key: fc.option(fc.constantFrom('k1', 'k2'), { nil: undefined }),
    };
    const step = fc.record({
      ...pick,
      kind: fc.constantFrom('reserve', 'charge', 'release', 'reserveAndCharge', 'refund', 'dead'),
      hours: fc.integer({ min: -2, max: 500 }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(step, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 12 }),
        async (batches) => {
          const accounts = [randomUUID(), randomUUID(), randomUUID()];
          const calls = accounts.map(() => Array.from({ length: 4 }, () => randomUUID()));
          const operation = ({ account, kind, call, attempt, key }: (typeof batches)[number][number]): Operation => {
            // Two accounts never reserve the same id here. In parallel batches that would be a deadlock, which Postgres ends after a second;
            // foreign-calls.int.spec.ts shows it once.
            const own = calls[account][call % 4];
            // One in five names a call of another account.
            const named = call < 8 ? own : calls[(account + 1) % 3][call % 4];
            if (kind === 'charge') return charge(named, attempt);
            if (kind === 'release') return release(named, attempt);
            if (kind === 'refund') return { kind, callId: named, attempt: 0, reason: 'test' };
            if (kind === 'dead') return reserve(own, key, 'dead');
            return kind === 'reserve'
              ? reserve(own, key)
              : { ...reserve(own, key), kind, resultRef: 'r', subject: null };
          };
          at('2026-10-01T00:00:00Z');
          for (let first = 0; first < batches.length; first += 3) {
            world.now = new Date(world.now.getTime() + batches[first][0].hours * 3_600_000);
            const parallel = batches.slice(first, first + 3);
            await Promise.all(
              parallel.map((batch) =>
                world.kinds(...batch.map((one): [string, Operation] => [accounts[one.account], operation(one)])),
              ),
            );
          }
        },
      ),
      { numRuns: 60 },
    );
    expect(await wrongMonths(world.database)).toEqual([]);
    const [{ charged }] = await world.database.query(
      `SELECT count(*)::int AS charged FROM metered_calls WHERE state = 'charged'`,
    );
    expect(charged).toBeGreaterThan(50);
    // After any refunds in any month, each statement agrees with the counter (STAT-1).
    const stated: { account_id: string; month: string; used: number }[] = await world.database.query(
      'SELECT account_id, month, used FROM quota_months WHERE line_count > 0',
    );
    expect(stated.length).toBeGreaterThan(10);
    for (const { account_id, month, used } of stated)
      expect(await verdictOf(await statementOf(world, account_id, month), month)).toMatchObject({
        ok: true,
        units: used,
        carried: 0,
      });
  });

  it('are reported when they are wrong by one unit', async () => {
    const account = randomUUID();
    await world.kinds([account, reserve()]);
    await world.database.query('UPDATE quota_months SET reserved = 0, used = 1 WHERE account_id = $1', [account]);
    expect(await wrongMonths(world.database)).toMatchObject([
      { account_id: account, used: 1, reserved: 0, charged_calls: 0, reserved_calls: 1 },
    ]);
  });
});
