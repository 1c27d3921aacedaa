import { QuotaThresholdReached } from '@precis/proto/events/usage/v1/quota';
import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { charge, QuotaWorld, release, reserve } from '../testing/quota-world.js';
import type { Operation } from './apply-operation.rule.js';

let world: QuotaWorld;
beforeAll(async () => void (world = await QuotaWorld.open()));
afterAll(() => world?.close());

const video = (callId: string = randomUUID()): Operation => ({
  ...reserve(callId),
  kind: 'reserveAndCharge',
  resultRef: 'r',
  subject: null,
});
const refund = (callId: string): Operation => ({ kind: 'refund', callId, attempt: 0, reason: 'test' });
const setLimit = (account: string, limit: number) =>
  world.database.query(
    `INSERT INTO quota_accounts (account_id, timetable) VALUES ($1, $2) ON CONFLICT (account_id) DO UPDATE SET timetable = excluded.timetable`,
    [account, JSON.stringify({ freeVideosPerMonth: limit, entries: [] })],
  );
/** The announcements of an account, oldest first: `month percent used/limit`. */
const announced = async (account: string): Promise<string[]> => {
  const rows: { payload: Buffer }[] = await world.database.query(
    `SELECT payload FROM outbox WHERE topic = 'usage.quota.v1' AND type = 'quota-threshold-reached' AND key = $1 ORDER BY position`,
    [account],
  );
  return rows.map(({ payload }) => {
    const { month, percent, used, limit } = QuotaThresholdReached.decode(payload);
    return `${month} ${percent} ${used}/${limit}`;
  });
};
const applied = (account: string, ...operations: Operation[]) =>
  world.kinds(...operations.map((operation): [string, Operation] => [account, operation]));

describe('a threshold of the quota (QUOTA-20)', () => {
  it('is announced with the charge that reaches it: 80 and 100 percent of five videos, only 100 percent of three', async () => {
    const [five, three] = [randomUUID(), randomUUID()];
    await setLimit(five, 5);
    for (let n = 0; n < 5; n++) await applied(five, video());
    for (let n = 0; n < 3; n++) await applied(three, video());
    expect(await announced(five)).toEqual(['2026-11 80 4/5', '2026-11 100 5/5']);
    expect(await announced(three)).toEqual(['2026-11 100 3/3']);
  });

  it('is announced once by a batch of several accounts, by parallel ones, and by a repeat after a lost answer', async () => {
    const accounts = [randomUUID(), randomUUID(), randomUUID()];
    const calls = accounts.map(() => Array.from({ length: 5 }, () => randomUUID()));
    for (const account of accounts) await setLimit(account, 5);
    const batch = accounts.flatMap((account, index) =>
      calls[index].map((id): [string, Operation] => [account, video(id)]),
    );
    await Promise.all([world.kinds(...batch), world.kinds(...batch), world.kinds(...batch.toReversed())]);
    await world.kinds(...batch);
    for (const account of accounts) expect(await announced(account)).toEqual(['2026-11 80 4/5', '2026-11 100 5/5']);
  });

  it('is announced by the charge of a reservation, not by the reservation', async () => {
    const [account, calls] = [randomUUID(), [randomUUID(), randomUUID(), randomUUID()]];
    await applied(account, ...calls.map((id) => reserve(id)));
    await applied(account, charge(calls[0]), charge(calls[1]), release(calls[2]));
    expect(await announced(account)).toEqual([]);
    await applied(account, video());
    expect(await announced(account)).toEqual(['2026-11 100 3/3']);
  });

  it('of a month that is over is not announced', async () => {
    const [account, calls] = [randomUUID(), [randomUUID(), randomUUID(), randomUUID()]];
    const before = world.now;
    await applied(account, ...calls.map((id) => reserve(id)));
    world.now = new Date('2026-12-01T00:00:01Z');
    await applied(account, ...calls.map((id) => charge(id)));
    world.now = before;
    expect(await announced(account)).toEqual([]);
  });

  it('needs no statement when none is reached', async () => {
    const account = randomUUID();
    await setLimit(account, 50);
    await applied(account, video());
    const statements = jest.spyOn(world.database.logger, 'logQuery');
    const costOf = async (...operations: Operation[]) => {
      statements.mockClear();
      await applied(account, ...operations);
      return statements.mock.calls.map(([sql]) => String(sql).trim().split(/\s+/)[0]);
    };
    const usual = ['SELECT'];
    // Lock, counters, calls, and changes.
    const byTheRule = ['START', 'SELECT', 'SELECT', 'SELECT', 'WITH', 'COMMIT'];
    expect(await costOf(video())).toEqual(usual);
    expect(await costOf(...Array.from({ length: 37 }, () => video()))).toEqual(usual);
    expect((await costOf(video())).length).toBe(usual.length + byTheRule.length + 3);
    expect(await costOf(video(), video())).toEqual(usual);
    expect(await announced(account)).toEqual(['2026-11 80 40/50']);
    statements.mockRestore();
  });

  it('is announced and stored together with its charge, or not at all', async () => {
    const account = randomUUID();
    await applied(account, video(), video());
    await world.database.query(
      `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused'; END $$;
       CREATE TRIGGER refuse BEFORE INSERT ON outbox FOR EACH ROW EXECUTE FUNCTION refuse()`,
    );
    await expect(applied(account, video())).rejects.toThrow('refused');
    await world.database.query('DROP TRIGGER refuse ON outbox; DROP FUNCTION refuse');
    expect(await world.counters(account)).toEqual({ used: 2, reserved: 0 });
    await applied(account, video());
    expect(await announced(account)).toEqual(['2026-11 100 3/3']);
  });

  it('is announced as a small model predicts, over batches, refunds, changes of the limit, repeats and months', async () => {
    const step = fc.oneof(
      { weight: 6, arbitrary: fc.constant('video' as const) },
      { weight: 3, arbitrary: fc.constant('refund' as const) },
    );
    const round = fc.record({
      steps: fc.array(step, { maxLength: 8 }),
      limit: fc.option(fc.integer({ min: 0, max: 12 }), { nil: undefined }),
      repeated: fc.boolean(),
      nextMonth: fc.oneof({ weight: 5, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
    });
    const before = world.now;
    await fc.assert(
      fc.asyncProperty(fc.array(round, { minLength: 1, maxLength: 12 }), async (rounds) => {
        const account = randomUUID();
        let [year, month, limit] = [2026, 1, 3];
        let charged: { id: string; month: string }[] = [];
        const expected: string[] = [];
        const told = new Set<string>();
        for (const { steps, limit: changed, repeated, nextMonth } of rounds) {
          if (nextMonth) [year, month] = month === 12 ? [year + 1, 1] : [year, month + 1];
          const name = `${year}-${String(month).padStart(2, '0')}`;
          world.now = new Date(`${name}-15T12:00:00Z`);
          if (changed !== undefined) await setLimit(account, (limit = changed));
          const used = () => charged.filter((call) => call.month === name).length;
          const batch: Operation[] = [];
          for (const kind of steps) {
            if (kind === 'refund') {
              const last = charged.at(-1);
              if (last) batch.push(refund(last.id));
              charged = charged.slice(0, -1);
              continue;
            }
            const id = randomUUID();
            batch.push(video(id));
            if (used() >= limit) continue;
            charged.push({ id, month: name });
            const now = used();
            const percent = now === limit ? 100 : now >= limit * 0.8 && now - 1 < limit * 0.8 ? 80 : 0;
            if (percent === 0 || told.has(`${name} ${percent}`)) continue;
            told.add(`${name} ${percent}`);
            expected.push(`${name} ${percent} ${now}/${limit}`);
          }
          if (batch.length > 0) await applied(account, ...batch);
          // Without final refusals: a video without quota could get some after a later refund.
          const decided = batch.filter(
            (one) => one.kind === 'refund' || charged.some(({ id }) => 'callId' in one && one.callId === id),
          );
          if (repeated && decided.length > 0) await applied(account, ...decided);
        }
        expect(await announced(account)).toEqual(expected);
      }),
      { numRuns: 60 },
    );
    world.now = before;
  });
});
