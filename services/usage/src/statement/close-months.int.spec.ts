import { UsageMonthClosed } from '@precis/proto/events/usage/v1/quota';
import { randomUUID } from 'node:crypto';
import { ClearErasedAccounts } from '../erasure/clear-erased-accounts.usecase.js';
import { ErasedAccountsRepository } from '../erasure/erased-accounts.repository.js';
import type { Operation } from '../quota/apply-operation.rule.js';
import { RequestsRepository } from '../requests/requests.repository.js';
import { charge, QuotaWorld, reserve } from '../testing/quota-world.js';
import { statementOf, verdictOf } from '../testing/statement-of.js';
import { CloseMonths } from './close-months.usecase.js';
import { ForgetOldLines } from './forget-old-lines.usecase.js';
import { StatementRepository } from './statement.repository.js';

let world: QuotaWorld;
let closing: CloseMonths;
beforeAll(async () => {
  world = await QuotaWorld.open();
  closing = new CloseMonths(world.database, new StatementRepository(), world.clock);
});
beforeEach(() => at('2026-11-21T12:00:00Z'));
afterAll(() => world?.close());

const at = (iso: string) => void (world.now = new Date(iso));
const video = (callId: string = randomUUID()): Operation => ({
  ...reserve(callId),
  kind: 'reserveAndCharge',
  resultRef: 'r',
  subject: null,
});
const announced = async (accountId: string): Promise<UsageMonthClosed[]> => {
  const rows: { payload: Buffer }[] = await world.database.query(
    `SELECT payload FROM outbox WHERE type = 'usage-month-closed' AND key = $1 ORDER BY position`,
    [accountId],
  );
  return rows.map(({ payload }) => UsageMonthClosed.decode(payload));
};

describe('the end of a month (STAT-4)', () => {
  it('announces the head of each account with usage once, over any number of runs and copies', async () => {
    const [account, idle] = [randomUUID(), randomUUID()];
    await world.kinds([account, video()], [account, video()]);
    await world.one(idle, reserve(randomUUID()));
    await closing.execute();
    expect(await announced(account)).toEqual([]);
    at('2026-12-01T00:06:00Z');
    await Promise.all([closing.execute(), closing.execute(), closing.execute()]);
    await closing.execute();
    const page = await statementOf(world, account, '2026-11');
    expect(await announced(account)).toEqual([
      {
        userId: account,
        month: '2026-11',
        used: 2,
        lines: 2,
        head: page.head,
        account: page.account,
        endedAtSeconds: Date.UTC(2026, 11) / 1_000,
      },
    ]);
    expect(page.closed).toEqual({ count: 2, head: page.head, at: world.now });
    expect(await announced(idle)).toEqual([]);
  });

  it('waits for a call that is still in flight, which is charged in its own month', async () => {
    const [account, callId] = [randomUUID(), randomUUID()];
    await world.one(account, video());
    await world.one(account, reserve(callId));
    at('2026-12-01T00:10:00Z');
    await closing.execute();
    expect(await announced(account)).toEqual([]);
    await world.one(account, charge(callId));
    await closing.execute();
    expect(await announced(account)).toMatchObject([{ month: '2026-11', used: 2, lines: 2 }]);
  });

  it('is followed by corrections, after the head that was mailed, and is not announced again', async () => {
    const [account, callId] = [randomUUID(), randomUUID()];
    await world.one(account, video(callId));
    at('2026-12-01T00:06:00Z');
    await closing.execute();
    await world.one(account, { kind: 'refund', callId, attempt: 1, reason: 'test' });
    await closing.execute();
    const page = await statementOf(world, account, '2026-11');
    expect(page).toMatchObject({ used: 0, count: 2, closed: { count: 1, head: page.lines[0].hash } });
    expect(await verdictOf(page, '2026-11')).toMatchObject({ ok: true, units: 0 });
    expect(await announced(account)).toHaveLength(1);
  });

  it('carries over the last count of an older copy, so that the head proves the count', async () => {
    const account = randomUUID();
    await world.one(account, video());
    await world.database.query('UPDATE quota_months SET used = used + 2 WHERE account_id = $1', [account]);
    at('2026-12-01T00:06:00Z');
    await closing.execute();
    const page = await statementOf(world, account, '2026-11');
    expect(await announced(account)).toMatchObject([{ used: 3, lines: 2, head: page.head }]);
    expect(await verdictOf(page, '2026-11')).toMatchObject({ ok: true, units: 3, carried: 2 });
    await world.database.query('UPDATE quota_months SET used = 1, line_units = 1 WHERE account_id = $1', [account]);
  });

  it('of an erased account is not announced, and its chain stays verifiable', async () => {
    const [account, callId] = [randomUUID(), randomUUID()];
    await world.kinds([account, video(callId)], [account, video()]);
    const before = await statementOf(world, account, '2026-11');
    const erased = new ErasedAccountsRepository();
    await erased.add(world.database.manager, account, world.now);
    const requests = new RequestsRepository(world.database);
    await new ClearErasedAccounts(world.database, erased, world.clock, requests).execute();
    at('2026-12-01T00:06:00Z');
    await closing.execute();
    const after = await statementOf(world, account, '2026-11');
    expect(after.lines).toEqual(before.lines);
    expect(await verdictOf(after, '2026-11')).toMatchObject({ ok: true, units: 2, head: before.head });
    expect(await announced(account)).toEqual([]);
    const [row] = await world.database.query('SELECT client, endpoint FROM metered_calls WHERE call_id = $1', [callId]);
    expect(row).toEqual({ client: '', endpoint: '' });
  });
});

describe('the lines of a month', () => {
  it('are deleted with its calls after twelve months; head, count and units stay (STAT-6)', async () => {
    const account = randomUUID();
    await world.one(account, video());
    const before = await statementOf(world, account, '2026-11');
    at('2027-10-31T12:00:00Z');
    const forgetting = new ForgetOldLines(world.database, new StatementRepository(), world.clock);
    await forgetting.execute();
    expect((await statementOf(world, account, '2026-11')).lines).toEqual(before.lines);
    at('2027-11-01T00:00:00Z');
    await forgetting.execute();
    expect(await statementOf(world, account, '2026-11')).toMatchObject({
      lines: [],
      linesKept: false,
      count: 1,
      units: 1,
      head: before.head,
    });
  });
});
