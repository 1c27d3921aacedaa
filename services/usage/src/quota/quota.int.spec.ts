import { inTransaction, migrate, openDatabase } from '@precis/runtime/database';
import { type FreshDatabase, freshDatabase } from '@precis/testing/postgres';
import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { EventTables1700000000001 } from '@precis/events/event-tables.migration';
import { QuotaTables1700000000010 } from '../migrations/1700000000010-quota-tables.js';
import type { Operation } from './apply-operation.rule.js';
import { ApplyOperations } from './apply-operations.usecase.js';
import { QuotaRepository } from './quota.repository.js';
import { ReleaseAllReservations } from './release-all-reservations.usecase.js';
import { RenewHolder } from './renew-holder.usecase.js';

const NOW = new Date('2026-11-21T12:00:00Z');
const clock = { now: () => NOW };
const LIVING = 'gateway-living';

let fresh: FreshDatabase;
let database: DataSource;
let quotas: QuotaRepository;
let apply: ApplyOperations;

beforeAll(async () => {
  fresh = await freshDatabase();
  database = await openDatabase({ url: fresh.url, migrations: [EventTables1700000000001, QuotaTables1700000000010] });
  await migrate(database);
  quotas = new QuotaRepository();
  apply = new ApplyOperations(database, quotas, clock);
  await new RenewHolder(database, quotas).execute(LIVING);
});

afterAll(async () => {
  await database.destroy();
  await fresh.drop();
});

function reserve(callId = randomUUID(), key?: string, holder = LIVING): Operation {
  const idemHash = key === undefined ? null : key.padEnd(64, '0');
  return { kind: 'reserve', callId, mode: 'sync', facts: { idemHash, bodyHash: 'b'.repeat(64), client: 'curl', endpoint: '/api', holder } };
}

async function one(accountId: string, operation: Operation) {
  const [outcome] = await apply.execute([{ accountId, operation }]);
  return outcome;
}

async function counters(accountId: string) {
  const [row] = await database.query('SELECT used, reserved FROM quota_months WHERE account_id = $1', [accountId]);
  return row as { used: number; reserved: number };
}

describe('quota on Postgres', () => {
  it('grants exactly what is left to 200 parallel batches', async () => {
    const account = randomUUID();
    const outcomes = await Promise.all(Array.from({ length: 200 }, () => one(account, reserve())));
    expect(outcomes.filter(({ outcome }) => outcome.kind === 'granted')).toHaveLength(3);
    expect(outcomes.filter(({ outcome }) => outcome.kind === 'in_use')).toHaveLength(197);
    expect(await counters(account)).toEqual({ used: 0, reserved: 3 });
  });

  it('grants a key once to 50 parallel repeats', async () => {
    const account = randomUUID();
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => one(account, reserve(randomUUID(), 'same'))));
    expect(outcomes.filter(({ outcome }) => outcome.kind === 'granted')).toHaveLength(1);
    expect(outcomes.filter(({ outcome }) => outcome.kind === 'busy')).toHaveLength(49);
  });

  it('settles opposite batches over several accounts without a deadlock', async () => {
    const accounts = Array.from({ length: 6 }, () => randomUUID());
    const batches = Array.from({ length: 30 }, (_, index) => (index % 2 ? [...accounts].reverse() : accounts).map((accountId) => ({ accountId, operation: reserve() })));
    const outcomes = (await Promise.all(batches.map((batch) => apply.execute(batch)))).flat();
    expect(outcomes.filter(({ outcome }) => outcome.kind === 'granted')).toHaveLength(accounts.length * 3);
  });

  it('makes a malformed operation an outcome and applies the rest', async () => {
    const account = randomUUID();
    const outcomes = await apply.execute([
      { accountId: account, operation: null },
      { accountId: account, operation: reserve() },
    ]);
    expect(outcomes.map(({ outcome }) => outcome.kind)).toEqual(['invalid', 'granted']);
  });

  it('tells limit, remaining and the first of next month with every outcome', async () => {
    const account = randomUUID();
    const callId = randomUUID();
    await one(account, reserve(callId));
    expect(await one(account, { kind: 'charge', callId, attempt: 1, resultRef: 'r' })).toEqual({
      outcome: { kind: 'charged', callId, attempt: 1, resultRef: 'r' },
      limit: 3,
      remaining: 2,
      resetAtSeconds: Date.UTC(2026, 11, 1) / 1000,
    });
  });

  it('gives back what a lapsed holder had reserved before it refuses anybody, and lets a repeat of its key go on', async () => {
    const account = randomUUID();
    await apply.execute(['k1', 'k2', 'k3'].map((key) => ({ accountId: account, operation: reserve(randomUUID(), key, 'gateway-dead') })));
    expect(await counters(account)).toEqual({ used: 0, reserved: 3 });
    const repeat = await one(account, reserve(randomUUID(), 'k1'));
    expect(repeat.outcome).toMatchObject({ kind: 'granted', attempt: 2 });
    expect(await counters(account)).toEqual({ used: 0, reserved: 1 });
  });

  it('releases the reservations of a former life and leaves charges and jobs alone', async () => {
    const account = randomUUID();
    const charged = randomUUID();
    await one(account, reserve(charged));
    await one(account, { kind: 'charge', callId: charged, attempt: 1, resultRef: 'r' });
    await one(account, reserve());
    await one(account, { ...(reserve() as Extract<Operation, { kind: 'reserve' }>), mode: 'job' });
    await new ReleaseAllReservations(database, quotas, clock).execute();
    expect(await counters(account)).toEqual({ used: 1, reserved: 1 });
  });

  it('moves the limit at once by a newer timetable and never back by an older one', async () => {
    const account = randomUUID();
    const from = Date.UTC(2026, 10, 1) / 1000;
    const timetable = { freeVideosPerMonth: 3, entries: [{ plan: 'basic', videosPerMonth: 100, fromSeconds: from, toSeconds: from + 60 * 86_400 }] };
    await quotas.saveTimetable(database.manager, account, 2, timetable);
    await quotas.saveTimetable(database.manager, account, 1, { freeVideosPerMonth: 3, entries: [] });
    expect((await one(account, { kind: 'peek' })).limit).toBe(100);
  });

  it('leaves no trace of a batch that was killed before its commit', async () => {
    const account = randomUUID();
    const operation = reserve();
    await expect(
      inTransaction(database, async (manager) => {
        const accounts = await quotas.lockAccounts(manager, [{ accountId: account, callIds: [], idemHashes: [] }], NOW);
        accounts.get(account)!.sweepLapsed();
        await quotas.save(manager, accounts.values());
        throw new Error('killed');
      }),
    ).rejects.toThrow('killed');
    expect((await one(account, operation)).outcome.kind).toBe('granted');
    expect(await counters(account)).toEqual({ used: 0, reserved: 1 });
  });
});
