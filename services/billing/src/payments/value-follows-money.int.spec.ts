import { SubscriptionChanged } from '@precis/proto/events/billing/v1/subscription';
import { randomUUID } from 'node:crypto';
import { CreateQuote } from '../quotes/create-quote.usecase.js';
import { RefundWorld } from '../testing/refund-world.js';
import { seen } from '../testing/scripted-provider.js';
import type { Payment } from './payment.entity.js';

const DAY = 86_400;
let world: RefundWorld;
let accountId: string;
beforeAll(async () => void (world = await RefundWorld.open()));
beforeEach(() => {
  world.billing.clock.moveTo('2027-01-01T00:00:00Z');
  accountId = randomUUID();
});
afterEach(async () => expect(await world.faults()).toEqual({ sum: 0, accounts: 0 }));
afterAll(() => world?.billing.close());

type Method = Payment['method'];
/** Quotes, orders and pays now; extends when the account already has the plan. */
async function buy(plan: string, duration: string, method: Method = 'stripe'): Promise<Payment> {
  const { paymentId } = await world.billing.order({ accountId, plan, duration, method, extend: true });
  const { amountCents } = await world.billing.payment(paymentId);
  if (amountCents > 0 && method !== 'wallet') await world.billing.settle(paymentId, seen('paid', amountCents));
  return world.billing.payment(paymentId);
}
const disputed = ({ amountCents }: Payment, state: 'open' | 'won' | 'lost', id = 'dp_1') =>
  seen('paid', amountCents, { disputes: [{ id, state, amountCents }] });
const dispute = (payment: Payment, state: 'open' | 'won' | 'lost', id?: string) =>
  world.billing.settle(payment.id, disputed(payment, state, id));
const quote = async (plan: string, duration: string) =>
  (await world.billing.of(CreateQuote).execute({ accountId, plan, duration, method: 'stripe', extend: true })).quote;

/** `plan from..to` of each lasting term; midnight is shown as the date only. */
async function plan(): Promise<string[]> {
  const short = (at: Date) => at.toISOString().replace('T00:00:00.000Z', '').replace('.000Z', 'Z');
  const terms = await world.billing.terms(accountId);
  return terms.map((term) => `${term.plan} ${short(term.starts_at)}..${short(term.ends_at)}`);
}
/** For each payment, the kept money and the value that it still has in terms that could last or be credited. */
async function held(): Promise<{ kept: number; worth: number }[]> {
  return world.billing.world.rows(
    `SELECT (CASE WHEN p.disputes::text LIKE '%lost%' THEN 0 ELSE p.amount_cents - p.refunded_cents END)::int AS kept,
       coalesce(sum(s.cents) FILTER (WHERE t.credited_to IS NULL AND t.ended_at IS NULL), 0)::int AS worth
     FROM payments p LEFT JOIN term_sources s ON s.payment_id = p.id LEFT JOIN terms t ON t.id = s.term_id
     WHERE p.account_id = $1 GROUP BY p.id ORDER BY p.created_at, p.id`,
    [accountId],
  );
}
async function expectNoMoreThanKept(): Promise<void> {
  for (const { kept, worth } of await held()) expect(worth).toBeLessThanOrEqual(kept);
}
async function announced(): Promise<string[]> {
  const rows = await world.billing.world.rows<{ payload: Buffer }>(
    `SELECT payload FROM outbox WHERE topic = 'billing.subscription.v1' AND key = $1 ORDER BY position`,
    [accountId],
  );
  return SubscriptionChanged.decode(rows.at(-1)!.payload).timetable.map((span) => span.plan);
}
afterEach(expectNoMoreThanKept);

describe('the value of a payment whose dispute is lost', () => {
  it('is removed from the upgrade for which nothing was left to pay', async () => {
    const medium = await buy('medium', 'yearly');
    const upgrade = await buy('enterprise', 'monthly');
    expect([medium.amountCents, upgrade.amountCents]).toEqual([27_600, 0]);
    world.billing.clock.days(10);
    await dispute(medium, 'open');
    expect((await plan())[0]).toMatch(/^enterprise 2027-01-01\.\.2027-03/);
    await dispute(medium, 'lost');
    expect(await plan()).toEqual(['enterprise 2027-01-01..2027-01-11']);
    expect(await announced()).toEqual(['enterprise', 'free']);
    const quoted = await quote('enterprise', 'monthly');
    expect([quoted.kind, quoted.creditCents]).toEqual(['renewal', 0]);
  });

  it('is not credited towards the next plan, however many plans it went through', async () => {
    const basic = await buy('basic', 'yearly');
    world.billing.clock.pass(60_000);
    await buy('medium', 'monthly');
    world.billing.clock.pass(60_000);
    expect((await quote('enterprise', 'yearly')).creditCents).toBeGreaterThan(8_390);
    await dispute(basic, 'lost');
    expect((await quote('enterprise', 'yearly')).creditCents).toBe(0);
    expect((await world.billing.terms(accountId)).filter(({ ends_at }) => ends_at > world.billing.clock.now())).toEqual(
      [],
    );
  });

  it('leaves the value of other payments, exact to the cent and the second', async () => {
    const basic = await buy('basic', 'yearly');
    const medium = await buy('medium', 'yearly');
    expect([basic.amountCents, medium.amountCents]).toEqual([8_400, 19_200]);
    await dispute(basic, 'lost');
    const stays = Math.floor((365 * DAY * 19_200) / 27_600);
    const end = new Date(Date.parse('2027-01-01T00:00:00Z') + stays * 1_000).toISOString().replace('.000', '');
    expect(await plan()).toEqual([`medium 2027-01-01..${end}`]);
    expect((await quote('enterprise', 'yearly')).creditCents).toBe(19_200);
    await dispute(medium, 'lost');
    expect(await plan()).toEqual([]);
  });

  it('leaves the other payment’s unused value in a half-used term, and the other dispute takes that', async () => {
    const basic = await buy('basic', 'yearly');
    const medium = await buy('medium', 'yearly');
    world.billing.clock.moveTo('2027-07-02T12:00:00Z');
    await dispute(basic, 'lost');
    const [{ ends_at }] = await world.billing.terms(accountId);
    const left = (ends_at.getTime() - world.billing.clock.now().getTime()) / 1_000;
    // Half of 27,600 cents is unused; 4,200 of that half came from the first payment.
    expect(left).toBe(Math.floor((182.5 * DAY * 9_600) / 13_800));
    expect((await quote('enterprise', 'yearly')).creditCents).toBe(9_600);
    await dispute(medium, 'lost');
    expect(await plan()).toEqual(['medium 2027-01-01..2027-07-02T12:00:00Z']);
  });

  it('is taken from a waiting extension before the running term; when the running term loses value, the waiting ones move up', async () => {
    const [first, second] = [await buy('basic', 'monthly'), await buy('basic', '3months')];
    await buy('basic', 'monthly');
    await dispute(second, 'lost');
    expect(await plan()).toEqual(['basic 2027-01-01..2027-02-01', 'basic 2027-02-01..2027-03-01']);
    world.billing.clock.days(10);
    await dispute(first, 'lost');
    expect(await plan()).toEqual(['basic 2027-01-01..2027-01-11', 'basic 2027-01-11..2027-02-11']);
  });

  it('is taken from a waiting smaller plan and from the better plan before it', async () => {
    const medium = await buy('medium', 'monthly');
    const lower = await buy('basic', 'yearly');
    const upgrade = await buy('enterprise', 'monthly');
    await dispute(medium, 'lost');
    const end = new Date(
      Date.parse('2027-01-01T00:00:00Z') + Math.floor((31 * DAY * upgrade.amountCents) / 9_900) * 1_000,
    );
    expect((await world.billing.terms(accountId)).map((term) => term.starts_at)).toEqual([
      new Date('2027-01-01T00:00:00Z'),
      end,
    ]);
    await dispute(lower, 'lost');
    expect((await plan()).map((line) => line.split(' ')[0])).toEqual(['enterprise']);
  });

  it('returns to its term when the dispute is won on appeal; an open or a won dispute changes nothing', async () => {
    const medium = await buy('medium', 'yearly');
    await buy('enterprise', 'monthly');
    const before = [await plan(), await announced()];
    for (const state of ['open', 'won'] as const) await dispute(medium, state, 'dp_0');
    await dispute(medium, 'open');
    expect([await plan(), await announced()]).toEqual(before);
    await dispute(medium, 'lost');
    expect(await plan()).toEqual([]);
    for (let delivery = 0; delivery < 2; delivery++) await dispute(medium, 'won');
    expect(await plan()).toEqual(before[0]);
    expect((await quote('enterprise', 'yearly')).kind).toBe('extension');
  });
});

describe('a quote that counts on value which is taken back', () => {
  it('is refused at the order, and a checkout that is paid anyway buys as much as was paid', async () => {
    const basic = await buy('basic', 'yearly');
    const [ordered, open] = [await quote('enterprise', 'monthly'), await quote('medium', 'monthly')];
    expect([ordered.dueCents, open.dueCents]).toEqual([1_500, 0]);
    const order = { accountId, duration: 'monthly', method: 'stripe', extend: false } as const;
    const checkout = await world.billing.order({ ...order, plan: 'enterprise', quoteId: ordered.id });
    await dispute(basic, 'lost');
    await expect(world.billing.order({ ...order, plan: 'medium', quoteId: open.id })).rejects.toMatchObject({
      kind: 'conflict',
      code: 'quote_expired',
    });
    await world.billing.settle(checkout.paymentId, seen('paid', 1_500));
    const [{ starts_at, ends_at }] = await world.billing.terms(accountId);
    expect((ends_at.getTime() - starts_at.getTime()) / 1_000).toBe(Math.floor((31 * DAY * 1_500) / 9_900));
  });

  it('is not ordered again without its id: the next checkout asks for today’s amount, and the earlier one is closed (PAY-30)', async () => {
    const basic = await buy('basic', 'yearly');
    const upgrade = () => world.billing.order({ accountId, plan: 'enterprise', duration: 'monthly' });
    const first = await upgrade();
    expect((await upgrade()).paymentId).toBe(first.paymentId);
    await world.refund(basic, 4_200);
    const second = await upgrade();
    expect((await world.billing.payment(second.paymentId)).amountCents).toBe(9_900 - 4_200);
    expect((await world.billing.payment(first.paymentId)).status).toBe('expired');
    expect((await upgrade()).paymentId).toBe(second.paymentId);
  });

  it('loses the credit of a term that has expired in between', async () => {
    const basic = await buy('basic', 'monthly');
    world.billing.clock.moveTo('2027-01-31T12:00:00Z');
    const other = await world.billing.order({ accountId, plan: 'medium', duration: 'monthly' });
    const { creditCents, amountCents } = await world.billing.payment(other.paymentId);
    expect(creditCents).toBe(14);
    world.billing.clock.moveTo('2027-02-01T00:00:01Z');
    await dispute(basic, 'lost');
    await world.billing.settle(other.paymentId, seen('paid', amountCents));
    expect((await held()).map(({ worth }) => worth)).toEqual([0, 2_886]);
  });
});

describe('a refund of a payment whose value went into an upgrade', () => {
  it('in part shortens the upgrade by as much as it gives back', async () => {
    const basic = await buy('basic', 'yearly');
    await buy('medium', 'yearly');
    await world.refund(basic, 4_200);
    const [{ ends_at }] = await world.billing.terms(accountId);
    const left = Math.floor((365 * DAY * 23_400) / 27_600);
    expect(ends_at.getTime()).toBe(Date.parse('2027-01-01T00:00:00Z') + left * 1_000);
    expect((await quote('enterprise', 'yearly')).creditCents).toBe(23_400);
    expect(await world.billing.payment(basic.id)).toMatchObject({ status: 'completed', refundedCents: 4_200 });
    await world.refund(basic);
    expect((await quote('enterprise', 'yearly')).creditCents).toBe(19_200);
    expect(await world.billing.payment(basic.id)).toMatchObject({ status: 'refunded', refundedCents: 8_400 });
  });

  it('in full ends an upgrade that no other payment paid for, whether the operator or the provider’s dashboard made it', async () => {
    for (const back of [
      (paid: Payment) => world.refund(paid),
      (paid: Payment) => world.billing.settle(paid.id, seen('paid', 27_600, { refundedCents: 27_600 })),
    ]) {
      accountId = randomUUID();
      const medium = await buy('medium', 'yearly');
      await buy('enterprise', 'monthly');
      await back(medium);
      expect(await plan()).toEqual([]);
    }
  });

  it('into the wallet takes back the value, and the money in the wallet can buy it again', async () => {
    await world.billing.fund(accountId, 27_600);
    const medium = await buy('medium', 'yearly', 'wallet');
    await buy('enterprise', 'monthly', 'wallet');
    await world.refund(medium);
    expect([await plan(), await world.billing.wallet(accountId)]).toEqual([[], 27_600]);
    await buy('medium', 'yearly', 'wallet');
    expect(await plan()).toEqual(['medium 2027-01-01..2028-01-01']);
  });

  it('planned while an upgrade takes the value is taken back from the upgrade', async () => {
    const basic = await buy('basic', 'yearly');
    const refundId = randomUUID();
    world.stripe.fault = 'away';
    await expect(world.refund(basic, 0, refundId)).rejects.toMatchObject({ kind: 'unavailable' });
    world.stripe.fault = 'none';
    await buy('medium', 'yearly');
    await world.refund(basic, 0, refundId);
    expect((await quote('enterprise', 'yearly')).creditCents).toBe(19_200);
  });

  it('takes more of the running term each time, until that term ends', async () => {
    const first = await buy('medium', 'yearly');
    await buy('enterprise', 'monthly');
    world.billing.clock.days(1);
    await world.billing.settle(first.id, seen('paid', 27_600, { refundedCents: 10_000 }));
    const [{ ends_at }] = await world.billing.terms(accountId);
    await world.billing.settle(first.id, seen('paid', 27_600, { refundedCents: 20_000 }));
    const [{ ends_at: sooner }] = await world.billing.terms(accountId);
    expect(sooner.getTime()).toBeLessThan(ends_at.getTime());
    await world.billing.settle(first.id, seen('paid', 27_600, { refundedCents: 27_600 }));
    expect(await plan()).toEqual(['enterprise 2027-01-01..2027-01-02']);
  });
});

describe('money that goes back at the same moment as something else', () => {
  it('of two payments at the same time is taken back from both', async () => {
    const [basic, medium] = [await buy('basic', 'yearly'), await buy('medium', 'yearly')];
    await buy('enterprise', 'yearly');
    const again = [basic, medium].flatMap((payment) => Array.from({ length: 5 }, () => payment));
    await Promise.all(again.map((payment) => dispute(payment, 'lost')));
    expect((await held()).map(({ kept, worth }) => [kept, worth])).toEqual([
      [0, 0],
      [0, 0],
      [67_200, 67_200],
    ]);
    expect((await quote('enterprise', 'yearly')).kind).toBe('extension');
  });

  it('during an upgrade leaves nothing of the value, whichever comes first', async () => {
    for (let round = 0; round < 6; round++) {
      accountId = randomUUID();
      const medium = await buy('medium', 'yearly');
      const upgrade = () => world.billing.order({ accountId, plan: 'enterprise', duration: 'monthly' });
      const both = round % 2 ? [dispute(medium, 'lost'), upgrade()] : [upgrade(), dispute(medium, 'lost')];
      await Promise.allSettled(both);
      expect((await held()).map(({ worth }) => worth)).toEqual([0, ...(await held()).slice(1).map(() => 0)]);
      expect(await plan()).toEqual([]);
    }
  });
});
