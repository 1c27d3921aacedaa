import { inTransaction } from '@precis/runtime/database';
import { randomInt, randomUUID } from 'node:crypto';
import { ActivityRepository } from '../activity/activity.repository.js';
import type { Operation } from '../quota/apply-operation.rule.js';
import { limitAt, remainingOf } from '../quota/quota-limit.rule.js';
import { BatchLimits } from '../batches/create-batch.usecase.js';
import { BatchWorld, goodItems } from '../testing/batch-world.js';
import { wrongMonths } from '../testing/books-audit.js';
import { charge, QuotaWorld, release, reserve } from '../testing/quota-world.js';
import { statementOf, unitsByDay, verdictOf } from '../testing/statement-of.js';

jest.setTimeout(process.env.FULL ? 1_800_000 : 600_000);

const CALLS = process.env.FULL ? 10_000 : 500;
const MONTH = '2026-11';
let world: QuotaWorld;
let activity: ActivityRepository;
beforeAll(async () => {
  world = await QuotaWorld.open();
  activity = new ActivityRepository(world.database);
  // The pool also reports a connection that the test cuts.
  (world.database.driver as unknown as { master: NodeJS.EventEmitter }).master.on('error', () => undefined);
});
afterAll(() => world?.close());

const allow = (accountId: string, videosPerMonth: number) =>
  world.database.query(
    `INSERT INTO quota_accounts (account_id, timetable) VALUES ($1, jsonb_build_object('freeVideosPerMonth', $2::int, 'entries', '[]'::jsonb))
     ON CONFLICT (account_id) DO UPDATE SET timetable = excluded.timetable`,
    [accountId, videosPerMonth],
  );
const used = async (accountId: string, month = MONTH): Promise<number> =>
  (await activity.usedByMonth(accountId, [month])).get(month) ?? 0;
const reserveAndCharge = (callId: string, key?: string): Operation => ({
  ...reserve(callId, key),
  kind: 'reserveAndCharge',
  resultRef: `result-${callId}`,
  subject: null,
});

/** Repeats the call until the database answers, like the gateway with the same call ids. */
async function insist(work: () => Promise<unknown>): Promise<void> {
  for (let tries = 0; tries < 50; tries++) {
    try {
      return void (await work());
    } catch {
      // The connection was cut. The repeat finds out whether the transaction was committed.
    }
  }
  throw new Error('The database never answered.');
}

/** Works on batches, and ends their jobs, until `isLast` and every batch has ended. */
async function workOn(batches: BatchWorld, isLast: () => boolean): Promise<void> {
  const runner = batches.process(20);
  for (;;) {
    const mayEnd = isLast();
    await insist(() => runner.execute());
    for (const callId of [...batches.jobs.open.keys()]) await insist(() => batches.endJob(callId));
    await insist(() => batches.later());
    const open = () => world.database.query('SELECT FROM batches WHERE finished_at IS NULL LIMIT 1');
    if (mayEnd && (await open()).length === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

describe('the statement of a month (STAT-1)', () => {
  it(`has one line per unit after ${CALLS} mixed calls with failures, replays, jobs, batches, parallel commits and cut connections`, async () => {
    const accounts = Array.from({ length: 4 }, () => randomUUID());
    for (const account of accounts) await allow(account, CALLS);
    const job = async (accountId: string, callId: string, fails: boolean) => {
      const operation = { ...reserve(callId), mode: 'job' as const };
      await insist(() => world.one(accountId, { ...operation, facts: { ...operation.facts, holder: null } }));
      const told = { accountId, callId, attempt: 1, title: 't', summaryType: 'auto', durationSeconds: 1 };
      const outcome = fails ? ('failed' as const) : { resultRef: randomUUID(), videoId: 'precisDemo1' };
      for (let delivery = 0; delivery < 2; delivery++)
        await insist(() =>
          inTransaction(world.database, (manager) => world.endJobCall.execute(manager, told, outcome)),
        );
    };
    const batches = new BatchWorld(world);
    const limits = new BatchLimits(CALLS, CALLS, 20_000);
    /** Three items, one of which has no captions; of three batches one is cancelled. */
    const batch = async (accountId: string, index: number) => {
      const items = goodItems('one', 'no-captions', 'two');
      let batchId = '';
      await insist(async () => {
        batchId = (await batches.create(accountId, items, { key: `batch-${index}`, limits })).batch.batchId;
      });
      if (randomInt(3) > 0) return;
      await new Promise((resolve) => setTimeout(resolve, randomInt(100)));
      await insist(() => batches.cancel.execute(batchId, accountId));
    };
    const call = async (index: number) => {
      const [accountId, callId] = [accounts[index % accounts.length], randomUUID()];
      const ask = (...operations: Operation[]) =>
        insist(() => world.kinds(...operations.map((operation): [string, Operation] => [accountId, operation])));
      switch (randomInt(9)) {
        case 0:
          return ask(reserve(callId)).then(() => ask(release(callId)));
        case 1:
          return job(accountId, callId, randomInt(3) === 0);
        case 2:
          // Uses the same key twice: the second call is a replay.
          await ask(reserveAndCharge(callId, `key-${index}`));
          return ask(reserveAndCharge(randomUUID(), `key-${index}`));
        case 3:
          await ask(reserveAndCharge(callId, `back-${index}`));
          await ask({ kind: 'refund', callId, attempt: 1, reason: 'test' });
          return randomInt(2) === 0 ? ask(reserveAndCharge(randomUUID(), `back-${index}`)) : undefined;
        case 4:
          return ask(reserveAndCharge(callId), reserve(randomUUID()), reserveAndCharge(randomUUID()));
        case 5:
          return batch(accountId, index);
        default:
          await ask(reserve(callId));
          await ask(charge(callId));
          return ask(charge(callId));
      }
    };
    let done = false;
    const cutting = (async () => {
      while (!done) {
        await world.database
          .query(
            `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
             AND state <> 'idle' ORDER BY random() LIMIT 1`,
          )
          .catch(() => undefined);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    })();
    let areMade = false;
    const working = workOn(batches, () => areMade);
    let next = 0;
    const caller = async () => {
      for (let index = next++; index < CALLS; index = next++) await call(index);
    };
    await Promise.all(Array.from({ length: 8 }, caller));
    done = true;
    await cutting;
    areMade = true;
    await working;

    expect(await wrongMonths(world.database)).toEqual([]);
    for (const account of accounts) {
      const page = await statementOf(world, account, MONTH);
      const counted = await used(account);
      expect(await verdictOf(page, MONTH)).toMatchObject({ ok: true, units: counted, count: page.count, carried: 0 });
      expect(page.lines.reduce((sum, { units }) => sum + units, 0)).toBe(counted);
      const rows = await activity.chargedCalls(account, MONTH, world.now);
      expect(rows).toHaveLength(counted);
      const timetable = await activity.timetableOf(account);
      const limit = limitAt(timetable, world.now);
      expect(limit - remainingOf(limit, counted)).toBe(counted);
      // The world's clock stands still, so refunds fall on the day of their charges.
      const days: Record<string, number> = {};
      for (const { at } of rows) days[at.toISOString().slice(0, 10)] = (days[at.toISOString().slice(0, 10)] ?? 0) + 1;
      expect(unitsByDay(page.lines)).toEqual(days);
    }
    const [{ twice }] = await world.database.query(
      `SELECT count(*)::int AS twice FROM (
         SELECT c.id FROM metered_calls c LEFT JOIN statement_lines l ON l.call_row = c.id WHERE c.state = 'charged'
         GROUP BY c.id HAVING coalesce(sum(l.units), 0) <> 1) AS wrong`,
    );
    expect(twice).toBe(0);
    // An item of a batch is completed exactly if its call is charged.
    const ends: { state: string; charged: boolean }[] = await world.database.query(
      `SELECT i.state, coalesce(c.state = 'charged', false) AS charged
       FROM batch_items i LEFT JOIN metered_calls c ON c.call_id = i.call_id GROUP BY 1, 2 ORDER BY 1`,
    );
    expect(ends.map(({ state, charged }) => [state, charged])).toEqual([
      ['cancelled', false],
      ['completed', true],
      ['failed', false],
    ]);
  });

  it('puts each unit into the month of its reservation, whenever it is charged', async () => {
    const account = randomUUID();
    await allow(account, 10);
    const [late, early] = [randomUUID(), randomUUID()];
    world.now = new Date('2026-11-30T23:59:59.999Z');
    await world.one(account, reserve(late));
    world.now = new Date('2026-12-01T00:00:00.000Z');
    await world.one(account, reserveAndCharge(early));
    await world.one(account, charge(late));
    const [november, december] = [
      await statementOf(world, account, '2026-11'),
      await statementOf(world, account, '2026-12'),
    ];
    expect(november.lines).toMatchObject([{ seq: 1, time: '2026-11-30T23:59:59.999Z', call: late, units: 1 }]);
    expect(december.lines).toMatchObject([{ seq: 1, time: '2026-12-01T00:00:00.000Z', call: early, units: 1 }]);
    expect([await used(account, '2026-11'), await used(account, '2026-12')]).toEqual([1, 1]);
    for (const [page, month] of [
      [november, '2026-11'],
      [december, '2026-12'],
    ] as const)
      expect(await verdictOf(page, month)).toMatchObject({ ok: true, units: 1 });
    expect(november.lines[0].prev).not.toBe(december.lines[0].prev);
    world.now = new Date('2026-11-21T12:00:00Z');
  });

  it('marks units from before it, and those that an older copy counted, as units without a line (STAT-5)', async () => {
    const account = randomUUID();
    await allow(account, 10);
    const old = (times: number) =>
      world.database.query(
        `WITH calls AS (INSERT INTO metered_calls (call_id, account_id, month, attempt, state, mode, client, endpoint, reserved_at)
           SELECT gen_random_uuid(), $1, $2, 1, 'charged', 'sync', '', '', now() FROM generate_series(1, $3::int))
         INSERT INTO quota_months (account_id, month, used, reserved) VALUES ($1, $2, $3, 0)
         ON CONFLICT (account_id, month) DO UPDATE SET used = quota_months.used + $3`,
        [account, MONTH, times],
      );
    await old(3);
    expect(await statementOf(world, account, MONTH)).toMatchObject({ used: 3, count: 0, completeFrom: null });
    await world.one(account, reserveAndCharge(randomUUID()));
    await old(2);
    await world.one(account, reserveAndCharge(randomUUID()));
    const page = await statementOf(world, account, MONTH, 2);
    expect(page.lines.map(({ kind, units }) => [kind, units])).toEqual([
      ['carried', 3],
      ['charge', 1],
      ['carried', 2],
      ['charge', 1],
    ]);
    expect(page).toMatchObject({ used: 7, units: 7, completeFrom: world.now });
    expect(await verdictOf(page, MONTH)).toMatchObject({ ok: true, units: 7, carried: 5 });
  });

  it('grows by a line for a refund, and never changes a line', async () => {
    const [account, callId] = [randomUUID(), randomUUID()];
    await world.one(account, reserveAndCharge(callId));
    const before = await statementOf(world, account, MONTH);
    await world.one(account, { kind: 'refund', callId, attempt: 1, reason: 'test' });
    const after = await statementOf(world, account, MONTH);
    expect(after.lines.slice(0, 1)).toEqual(before.lines);
    expect(after.lines[1]).toMatchObject({ seq: 2, kind: 'refund', units: -1, call: callId });
    expect(await verdictOf(after, MONTH)).toMatchObject({ ok: true, units: 0 });
  });
});
