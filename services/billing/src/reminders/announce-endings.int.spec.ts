import { SubscriptionExpired, SubscriptionExpiring } from '@precis/proto/events/billing/v1/reminder';
import { randomUUID } from 'node:crypto';
import { PayingDatabase } from '../testing/paying-database.js';
import { AnnounceEndings } from './announce-endings.usecase.js';
import { RemindersRepository } from './reminders.repository.js';

const SECOND_MS = 1_000;
const DAY_MS = 86_400_000;

let world: PayingDatabase;
beforeAll(async () => void (world = await PayingDatabase.open()));
afterAll(() => world?.close());
beforeEach(() => world.clock.moveTo('2026-11-21T12:00:00Z'));

const database = () => world.granting.database;
const copy = () => new AnnounceEndings(database(), world.clock, new RemindersRepository());
const turn = () => copy().execute();

interface Told {
  what: string;
  termId: string;
  occurredAt: Date;
}

/** The announcements of an account, oldest first: `7 basic 2026-12-21T12:00:00Z`, `ended basic ...`. */
async function told(accountId: string): Promise<Told[]> {
  const rows: { type: string; payload: Buffer; occurred_at: Date }[] = await database().query(
    `SELECT type, payload, occurred_at FROM outbox WHERE topic = 'billing.reminder.v1' AND key = $1 ORDER BY position`,
    [accountId],
  );
  const text = (seconds: number) => new Date(seconds * 1_000).toISOString().replace('.000Z', 'Z');
  return rows.map(({ type, payload, occurred_at: occurredAt }) => {
    if (type === 'subscription-expired') {
      const { userId, termId, plan, endedAtSeconds } = SubscriptionExpired.decode(payload);
      expect(userId).toBe(accountId);
      return { what: `ended ${plan} ${text(endedAtSeconds)}`, termId, occurredAt };
    }
    const { userId, termId, plan, endsAtSeconds, days } = SubscriptionExpiring.decode(payload);
    expect(userId).toBe(accountId);
    return { what: `${days} ${plan} ${text(endsAtSeconds)}`, termId, occurredAt };
  });
}
const words = async (accountId: string) => (await told(accountId)).map(({ what }) => what);

/** Returns the new announcements of a run at this moment. */
async function at(iso: string, accountId: string): Promise<string[]> {
  const before = (await told(accountId)).length;
  world.clock.moveTo(iso);
  await turn();
  return (await words(accountId)).slice(before);
}

/** Runs every six hours until then. */
async function asTimePassesTo(iso: string): Promise<void> {
  while (world.now < new Date(iso)) {
    await turn();
    world.clock.pass(DAY_MS / 4);
  }
}

describe('the end of a plan', () => {
  it('is announced 7, 3 and 1 days before and when it has come, each once, and not a second earlier (PAY-55, PAY-56)', async () => {
    const accountId = randomUUID();
    const { id: termId, endsAt } = await world.buy(accountId, 'basic', 'monthly');
    expect(endsAt).toEqual(new Date('2026-12-21T12:00:00Z'));
    const edges = [7, 3, 1, 0].map((days) => [new Date(endsAt.getTime() - days * DAY_MS), days] as const);
    for (const [edge, days] of edges) {
      const near = (ms: number) => at(new Date(edge.getTime() + ms).toISOString(), accountId);
      if (days > 0) expect(await near(-DAY_MS + SECOND_MS)).toEqual([]);
      expect(await near(-SECOND_MS)).toEqual([]);
      expect(await near(0)).toEqual([`${days === 0 ? 'ended' : days} basic 2026-12-21T12:00:00Z`]);
      expect(await near(0)).toEqual([]);
      if (days > 1) expect(await near(DAY_MS)).toEqual([]);
    }
    expect(await at('2026-12-22T12:00:00Z', accountId)).toEqual([]);
    expect((await told(accountId)).map((one) => one.termId)).toEqual([termId, termId, termId, termId]);
  });

  it('is not announced for a term that another one of any plan follows', async () => {
    const [stacked, lower] = [randomUUID(), randomUUID()];
    await world.buy(stacked, 'basic', 'monthly');
    const last = await world.buy(stacked, 'basic', 'monthly');
    await world.buy(lower, 'medium', 'monthly');
    await world.buy(lower, 'basic', 'monthly');
    await asTimePassesTo('2027-01-14T11:00:00Z');
    expect([await words(stacked), await words(lower)]).toEqual([[], []]);
    await asTimePassesTo('2027-01-25T00:00:00Z');
    const plan = (days: string) => `${days} basic 2027-01-21T12:00:00Z`;
    for (const accountId of [stacked, lower])
      expect(await words(accountId)).toEqual([plan('7'), plan('3'), plan('1'), plan('ended')]);
    expect(new Set((await told(stacked)).map(({ termId }) => termId))).toEqual(new Set([last.id]));
  });

  it('has new reminders after an extension moved it, and none twice when a refund moves it back', async () => {
    const accountId = randomUUID();
    await world.buy(accountId, 'basic', 'monthly');
    expect(await at('2026-12-14T12:00:00Z', accountId)).toEqual(['7 basic 2026-12-21T12:00:00Z']);
    const extension = await world.buy(accountId, 'basic', 'monthly');
    expect(await at('2026-12-18T12:00:00Z', accountId)).toEqual([]);
    await world.givenBack(extension);
    expect(await at('2026-12-18T13:00:00Z', accountId)).toEqual(['3 basic 2026-12-21T12:00:00Z']);
    await world.buy(accountId, 'basic', 'monthly');
    expect(await at('2026-12-21T12:00:00Z', accountId)).toEqual([]);
    expect(await at('2027-01-14T12:00:00Z', accountId)).toEqual(['7 basic 2027-01-21T12:00:00Z']);
  });

  it.each([
    ['2026-12-19T00:00:00Z', ['3 basic 2026-12-21T12:00:00Z']],
    ['2026-12-21T11:00:00Z', ['1 basic 2026-12-21T12:00:00Z']],
    ['2026-12-26T00:00:00Z', ['ended basic 2026-12-21T12:00:00Z']],
    ['2027-02-01T00:00:00Z', []],
  ])('is announced only by the nearest reminder after a downtime until %s', async (iso, expected) => {
    const accountId = randomUUID();
    await world.buy(accountId, 'basic', 'monthly');
    expect(await at(iso, accountId)).toEqual(expected);
    await turn();
    expect(await words(accountId)).toEqual(expected);
  });

  it('has its true time, however late it is found', async () => {
    const accountId = randomUUID();
    const { endsAt } = await world.buy(accountId, 'basic', 'monthly');
    await at('2026-12-26T00:00:00Z', accountId);
    expect((await told(accountId))[0].occurredAt).toEqual(endsAt);
  });

  it('is not announced in advance for a cancelled plan, and is announced when it has come (PAY-16)', async () => {
    const accountId = randomUUID();
    await world.buy(accountId, 'basic', 'monthly');
    expect(await at('2026-12-14T12:00:00Z', accountId)).toHaveLength(1);
    await world.cancellation.execute(accountId);
    expect(await at('2026-12-18T12:00:00Z', accountId)).toEqual([]);
    expect(await at('2026-12-20T12:00:00Z', accountId)).toEqual([]);
    expect(await at('2026-12-21T12:00:00Z', accountId)).toEqual(['ended basic 2026-12-21T12:00:00Z']);
  });

  it('is announced again once a purchase has cleared the cancellation', async () => {
    const accountId = randomUUID();
    await world.buy(accountId, 'basic', 'monthly');
    await world.cancellation.execute(accountId);
    await world.buy(accountId, 'basic', 'monthly');
    expect(await at('2027-01-14T12:00:00Z', accountId)).toEqual(['7 basic 2027-01-21T12:00:00Z']);
  });

  it('is announced for granted and paid terms, and never on Free', async () => {
    const [granted, free] = [randomUUID(), randomUUID()];
    const grant = { grantId: randomUUID(), accountId: granted, plan: 'enterprise', months: 1 };
    await world.granting.granter().execute(grant);
    await world.quote(free, 'basic', 'monthly');
    await asTimePassesTo('2027-01-02T00:00:00Z');
    expect(await words(granted)).toHaveLength(4);
    expect(await words(free)).toEqual([]);
  });
});

describe('what a refund or a dispute ends', () => {
  it('causes no reminder, also when a lower term was cut for it before', async () => {
    const [alone, upgraded] = [randomUUID(), randomUUID()];
    const only = await world.buy(alone, 'basic', 'monthly');
    const lower = await world.buy(upgraded, 'basic', 'monthly');
    world.clock.days(2);
    const higher = await world.buy(upgraded, 'medium', 'monthly');
    world.clock.days(1);
    for (const paid of [only, lower, higher]) await world.givenBack(paid);
    await asTimePassesTo('2027-01-02T00:00:00Z');
    expect([await words(alone), await words(upgraded)]).toEqual([[], []]);
  });

  it('moves the end of waiting terms, which is announced at its new time', async () => {
    const accountId = randomUUID();
    const first = await world.buy(accountId, 'basic', 'monthly');
    await world.buy(accountId, 'basic', 'monthly');
    world.clock.days(1);
    await world.givenBack(first);
    await asTimePassesTo('2026-12-30T00:00:00Z');
    expect((await words(accountId))[0]).toBe('7 basic 2026-12-22T12:00:00Z');
    expect(await words(accountId)).toHaveLength(4);
  });

  it('is announced at its new end after a dispute was won on appeal, and never for its used part', async () => {
    const accountId = randomUUID();
    const paid = await world.buy(accountId, 'basic', 'monthly');
    world.clock.days(10);
    await world.givenBack(paid);
    world.clock.days(5);
    await turn();
    await world.givenBack(paid, 0);
    await asTimePassesTo('2027-01-02T00:00:00Z');
    expect((await words(accountId)).map((what) => what.split(' ')[2])).toEqual(Array(4).fill('2026-12-26T12:00:00Z'));
    world.clock.moveTo('2026-12-08T12:00:00Z');
    const again = randomUUID();
    const disputed = await world.buy(again, 'basic', 'monthly');
    world.clock.days(3);
    await world.givenBack(disputed);
    await world.givenBack(disputed, 0);
    await world.givenBack(disputed);
    await turn();
    expect(await words(again)).toEqual([]);
  });

  it('is not announced for an account that is erased', async () => {
    const accountId = randomUUID();
    await world.buy(accountId, 'basic', 'monthly');
    await database().query('INSERT INTO erased_accounts (account_id, erased_at) VALUES ($1, $2)', [
      accountId,
      world.now,
    ]);
    await asTimePassesTo('2026-12-23T00:00:00Z');
    expect(await words(accountId)).toEqual([]);
  });
});

describe('copies of the clock', () => {
  it('announce more ends than a batch takes, each once, in any order', async () => {
    const accounts = Array.from({ length: 120 }, () => randomUUID());
    for (const accountId of accounts) await world.buy(accountId, 'basic', 'monthly');
    world.clock.moveTo('2026-12-14T12:00:00Z');
    await Promise.all([turn(), turn(), turn(), turn()]);
    // One copy skips what the other had locked.
    await turn();
    const rows: { count: number }[] = await database().query(
      `SELECT count(*)::int FROM outbox WHERE topic = 'billing.reminder.v1' AND key = ANY($1) GROUP BY key`,
      [accounts],
    );
    expect(rows).toEqual(accounts.map(() => ({ count: 1 })));
  });

  it('skip a locked account, and announce it in a later run', async () => {
    const [held, extended, other] = [randomUUID(), randomUUID(), randomUUID()];
    for (const accountId of [held, extended, other]) await world.buy(accountId, 'basic', 'monthly');
    world.clock.moveTo('2026-12-14T12:00:00Z');
    await world.step(async (manager) => {
      await manager.query('SELECT 1 FROM subscriptions WHERE account_id = ANY($1) FOR UPDATE', [[held, extended]]);
      await turn();
      expect([await words(held), await words(other)].map((all) => all.length)).toEqual([0, 1]);
    });
    await world.buy(extended, 'basic', 'monthly');
    await turn();
    expect([await words(held), await words(extended)].map((all) => all.length)).toEqual([1, 0]);
  });

  it('record nothing that they could not announce, and announce it later', async () => {
    const accountId = randomUUID();
    await world.buy(accountId, 'basic', 'monthly');
    world.clock.moveTo('2026-12-14T12:00:00Z');
    await database().query(`ALTER TABLE outbox ADD CONSTRAINT away CHECK (topic <> 'billing.reminder.v1') NOT VALID`);
    try {
      await expect(turn()).rejects.toThrow('away');
    } finally {
      await database().query('ALTER TABLE outbox DROP CONSTRAINT away');
    }
    expect(await database().query('SELECT FROM reminders WHERE account_id = $1', [accountId])).toEqual([]);
    await turn();
    expect(await words(accountId)).toHaveLength(1);
  });
});
