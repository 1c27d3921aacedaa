import { randomUUID } from 'node:crypto';
import { PLAN_CATALOGUE } from '../plans/plan-catalogue.js';
import { PlansRepository } from '../plans/plans.repository.js';
import { SeedPlans } from '../plans/seed-plans.usecase.js';
import { PayingDatabase } from '../testing/paying-database.js';
import { ForgetQuotes } from './forget-quotes.usecase.js';
import type { Wish } from './quotes.provider.js';
import { QuotesRepository } from './quotes.repository.js';

const MINUTE_MS = 60_000;
let world: PayingDatabase;
let accountId: string;
beforeAll(async () => void (world = await PayingDatabase.open()));
afterAll(() => world.close());
beforeEach(() => {
  world.clock.moveTo('2027-01-15T12:00:00Z');
  accountId = randomUUID();
});

const rows = async (table: 'quotes' | 'subscriptions', account = accountId): Promise<number> =>
  (
    await world.granting.database.query(`SELECT count(*)::int AS count FROM ${table} WHERE account_id = $1`, [account])
  )[0].count;
const ended = { kind: 'conflict', code: 'quote_expired' };
/** Seeds a newer release's catalogue, in which Medium costs more. */
async function raisePrices(): Promise<void> {
  const version = PLAN_CATALOGUE.version + 1;
  const plans = PLAN_CATALOGUE.plans.map((plan) => ({
    ...plan,
    durations: plan.durations.map((period) => ({ ...period, priceCents: period.priceCents * 2 })),
  }));
  await new SeedPlans(world.granting.database, new PlansRepository()).execute({ version, plans });
}

describe('a quote', () => {
  it.each<[Partial<Wish>, string, RegExp]>([
    [{ plan: 'gold' }, 'plan_unknown', /basic, medium, enterprise/],
    [{ plan: '__proto__' }, 'plan_unknown', /basic, medium, enterprise/],
    [{ plan: 'free' }, 'plan_without_terms', /Free/],
    [{ duration: '2months' }, 'duration_unknown', /monthly, 3months, 6months, yearly/],
    [{ duration: '' }, 'duration_unknown', /monthly, 3months, 6months, yearly/],
    [{ method: 'paypal' as never }, 'payment_method_unknown', /stripe, crypto, wallet/],
    [{ method: 'constructor' as never }, 'payment_method_unknown', /stripe, crypto, wallet/],
  ])('for %j is refused as %s, names the allowed values, and leaves no row', async (changes, code, text) => {
    await expect(world.quote(accountId, 'basic', 'monthly', changes)).rejects.toMatchObject({
      kind: 'invalid',
      code,
      publicMessage: expect.stringMatching(text),
    });
    expect([await rows('quotes'), await rows('subscriptions')]).toEqual([0, 0]);
  });

  it('announces Free for an account that billing did not know', async () => {
    await world.quote(accountId, 'basic', 'monthly');
    expect(await world.granting.announced(accountId)).toMatchObject([{ version: 1, timetable: [{ plan: 'free' }] }]);
  });

  it('for the plan that runs is 409 unless it extends (PAY-13)', async () => {
    await world.buy(accountId, 'basic', 'monthly');
    await expect(world.quote(accountId, 'basic', 'yearly')).rejects.toMatchObject({
      kind: 'conflict',
      code: 'plan_active',
    });
    expect(await world.quote(accountId, 'basic', 'yearly', { extend: true })).toMatchObject({ kind: 'extension' });
    world.clock.moveTo('2027-02-15T12:00:00Z');
    expect(await world.quote(accountId, 'basic', 'yearly')).toMatchObject({ kind: 'renewal' });
  });

  it('for a plan that was bought and waits is 409 unless it extends, also with an earlier quote (PAY-13)', async () => {
    await world.buy(accountId, 'medium', 'monthly');
    const [first, second] = [
      await world.quote(accountId, 'basic', 'monthly'),
      await world.quote(accountId, 'basic', 'yearly'),
    ];
    await world.pay(await world.take(first));
    const refused = { kind: 'conflict', code: 'plan_active' };
    await expect(world.quote(accountId, 'basic', 'monthly')).rejects.toMatchObject(refused);
    await expect(world.take(second)).rejects.toMatchObject(refused);
    expect(await world.quote(accountId, 'basic', 'monthly', { extend: true })).toMatchObject({ kind: 'extension' });
    expect((await world.take(second, { extend: true })).id).toBe(second.id);
  });

  it('is valid for 29 minutes and not for 31 (PAY-14)', async () => {
    const quote = await world.quote(accountId, 'basic', 'monthly');
    world.clock.pass(29 * MINUTE_MS);
    expect((await world.take(quote)).id).toBe(quote.id);
    world.clock.pass(2 * MINUTE_MS);
    await expect(world.take(quote)).rejects.toMatchObject(ended);
  });

  it('of an upgrade is charged after 29 minutes as it was shown', async () => {
    await world.buy(accountId, 'basic', 'monthly');
    world.clock.days(10);
    const shown = await world.quote(accountId, 'medium', 'monthly');
    expect(shown).toMatchObject({ kind: 'upgrade', creditCents: 609, dueCents: 2_291 });
    world.clock.pass(29 * MINUTE_MS);
    const term = await world.pay(await world.take(shown));
    expect(term).toMatchObject({ valueCents: 2_900, receivedCents: 609, isPart: false, extraSeconds: 0 });
    expect(term.startsAt).toEqual(world.now);
  });

  it('of another account, and an unknown one, are 404', async () => {
    const quote = await world.quote(accountId, 'basic', 'monthly');
    const unknown = { kind: 'not_found', code: 'quote_unknown' };
    await expect(world.take(quote, { accountId: randomUUID() })).rejects.toMatchObject(unknown);
    await expect(world.take({ ...quote, id: randomUUID() } as never)).rejects.toMatchObject(unknown);
    await expect(world.take({ ...quote, id: "'; --" } as never)).rejects.toMatchObject(unknown);
  });

  it.each([{ plan: 'medium' }, { duration: 'yearly' }, { method: 'wallet' as const }])(
    'is refused for %j',
    async (changes) => {
      const quote = await world.quote(accountId, 'basic', 'monthly');
      await expect(world.take(quote, changes)).rejects.toMatchObject({ kind: 'invalid', code: 'quote_differs' });
    },
  );

  it('buys one term, and gets 409 when it is used again after it was paid, also as an extension', async () => {
    const quote = await world.quote(accountId, 'basic', 'monthly');
    await world.pay(await world.take(quote));
    await expect(world.take(quote, { extend: true })).rejects.toMatchObject({ kind: 'conflict', code: 'quote_used' });
    const other = await world.quote(accountId, 'basic', 'monthly', { extend: true });
    expect(other.id).not.toBe(quote.id);
  });

  it('for a plan that became active in between is 409', async () => {
    const [first, second] = [
      await world.quote(accountId, 'basic', 'monthly'),
      await world.quote(accountId, 'basic', 'yearly'),
    ];
    await world.pay(await world.take(first));
    await expect(world.take(second)).rejects.toMatchObject({ kind: 'conflict', code: 'plan_active' });
    expect((await world.take(second, { extend: true })).id).toBe(second.id);
  });

  it('whose credit another payment took is no longer valid', async () => {
    await world.buy(accountId, 'basic', 'yearly');
    const [medium, enterprise] = [
      await world.quote(accountId, 'medium', 'yearly'),
      await world.quote(accountId, 'enterprise', 'yearly'),
    ];
    await world.pay(await world.take(medium));
    await expect(world.take(enterprise)).rejects.toMatchObject(ended);
  });

  it('is returned again while only time has passed, and fills no table (PAY-30)', async () => {
    const first = await world.quote(accountId, 'basic', 'monthly');
    const again = await Promise.all(Array.from({ length: 20 }, () => world.quote(accountId, 'basic', 'monthly')));
    expect(new Set([first, ...again].map(({ id }) => id)).size).toBe(1);
    expect((await world.quote(accountId, 'basic', 'monthly', { method: 'crypto' })).id).not.toBe(first.id);
    world.clock.pass(11 * MINUTE_MS);
    expect((await world.quote(accountId, 'basic', 'monthly')).id).not.toBe(first.id);
    for (let hour = 0; hour < 60; hour++) {
      world.clock.pass(60 * MINUTE_MS);
      for (const duration of ['monthly', 'yearly']) await world.quote(accountId, 'basic', duration);
    }
    expect(await rows('quotes')).toBe(100);
  });

  it('is deleted a day after its end when no checkout used it (PAY-34)', async () => {
    const looked = await world.quote(accountId, 'basic', 'monthly');
    const taken = await world.take(await world.quote(accountId, 'medium', 'monthly'));
    const forget = () => new ForgetQuotes(world.granting.database, world.clock, new QuotesRepository()).execute();
    world.clock.pass(24.4 * 60 * MINUTE_MS);
    await forget();
    expect(await rows('quotes')).toBe(2);
    await expect(world.take(looked)).rejects.toMatchObject(ended);
    world.clock.pass(24.6 * 60 * MINUTE_MS);
    await forget();
    expect(await rows('quotes')).toBe(1);
    expect(await world.step((manager) => world.quotes.find(manager, taken.id))).toMatchObject({ id: taken.id });
  });

  it('stays valid when prices change before it is paid, and the next one has the new price', async () => {
    const other = await PayingDatabase.open();
    const before = world;
    world = other;
    try {
      world.clock.moveTo('2027-01-15T12:00:00Z');
      const quote = await world.quote(accountId, 'medium', 'monthly');
      await raisePrices();
      expect((await world.quote(accountId, 'medium', 'monthly')).dueCents).toBe(5_800);
      const term = await world.pay(await world.take(quote));
      expect(term).toMatchObject({ valueCents: 2_900, isPart: false });
      expect(await world.plan(accountId)).toEqual(['medium 2027-01-15T12:00:00Z..2027-02-15T12:00:00Z']);
    } finally {
      world = before;
      await other.close();
    }
  });
});
