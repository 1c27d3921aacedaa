import { inTransaction } from '@precis/runtime/database';
import { randomUUID } from 'node:crypto';
import { refundPosting } from '../ledger/postings.rule.js';
import { type PaidFor, RefundWorld } from '../testing/refund-world.js';

let world: RefundWorld;
beforeAll(async () => void (world = await RefundWorld.open()));
beforeEach(() => {
  world.books.clock.moveTo('2026-11-21T12:00:00Z');
  world.stripe.fault = 'none';
  world.stripe.whenSent = async () => undefined;
});
afterEach(async () => expect(await world.books.faults()).toEqual({ sum: 0, accounts: 0 }));
afterAll(() => world?.books.close());

/** Everything that a refund leaves, told apart from nothing and from twice. */
async function expectGivenBack(paid: PaidFor, cents: number, status: string): Promise<void> {
  expect(await world.payment(paid.paymentId)).toEqual({ status, refunded: cents });
  expect(await world.givenBack(paid.paymentId)).toBe(cents);
  const events = (await world.announced(paid.accountId)).filter(({ paymentId }) => paymentId === paid.paymentId);
  expect(events.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(cents);
  expect(world.ended.filter((id) => id === paid.paymentId)).toHaveLength(status === 'refunded' ? 1 : 0);
}

/** What the provider's own event books when it comes first. */
async function bookedByEvent({ paymentId }: PaidFor, cents: number): Promise<void> {
  const { database, ledger, clock } = world.books;
  await inTransaction(database, async (manager) => {
    await manager.query('UPDATE payments SET refunded_cents = refunded_cents + $2 WHERE id = $1', [paymentId, cents]);
    await ledger.post(manager, refundPosting(randomUUID(), paymentId, { method: 'stripe' }, cents), clock.now());
  });
}

describe('a refund goes back the way the money came', () => {
  it('by card to the card, once', async () => {
    const paid = await world.paid('stripe', 8_400);
    const refundId = randomUUID();
    const refund = await world.refund(paid, 0, refundId);
    expect(refund).toMatchObject({ amountCents: 8_400, destination: 'stripe', accountId: paid.accountId });
    expect(world.stripe.sent.get(refundId)).toBe(8_400);
    await expectGivenBack(paid, 8_400, 'refunded');
    expect(await world.announced(paid.accountId)).toEqual([
      {
        paymentId: paid.paymentId,
        userId: paid.accountId,
        refundId,
        amountCents: 8_400,
        refundedTotalCents: 8_400,
        paidCents: 8_400,
      },
    ]);
    expect(await world.books.balance(paid.accountId)).toBe(0);
  });

  it.each(['crypto', 'wallet'] as const)('by %s into the wallet', async (method) => {
    const paid = await world.paid(method, 8_400);
    expect(await world.books.balance(paid.accountId)).toBe(0);
    expect(await world.refund(paid)).toMatchObject({ amountCents: 8_400, destination: 'wallet' });
    await expectGivenBack(paid, 8_400, 'refunded');
    expect(await world.books.balance(paid.accountId)).toBe(8_400);
  });

  it('by crypto into the wallet also where no crypto provider is connected, and by card not at all without Stripe', async () => {
    const [crypto, card] = [await world.paid('crypto', 8_400), await world.paid('stripe', 8_400)];
    const connected = [...world.providers];
    world.providers.clear();
    try {
      expect(await world.refund(crypto)).toMatchObject({ destination: 'wallet' });
      await expect(world.refund(card)).rejects.toMatchObject({ kind: 'conflict', code: 'payment_method_absent' });
    } finally {
      for (const [method, provider] of connected) world.providers.set(method, provider);
    }
    await expectGivenBack(card, 0, 'completed');
  });
});

describe('a refund is allowed', () => {
  it('of a yearly term on day 30, and on day 31 no more', async () => {
    const [thirty, later] = [await world.paid('stripe', 8_400), await world.paid('stripe', 8_400)];
    world.books.clock.days(30);
    await world.refund(thirty);
    await expectGivenBack(thirty, 8_400, 'refunded');
    world.books.clock.days(1);
    await expect(world.refund(later)).rejects.toMatchObject({ kind: 'conflict', code: 'refund_too_late' });
    await expectGivenBack(later, 0, 'completed');
  });

  it('of no monthly term, and of no payment that is not there or is somebody else’s', async () => {
    const monthly = await world.paid('stripe', 900, { months: 1 });
    await expect(world.refund(monthly)).rejects.toMatchObject({ code: 'refund_not_yearly' });
    await expect(world.refund({ ...monthly, paymentId: randomUUID() })).rejects.toMatchObject({
      kind: 'not_found',
      code: 'payment_not_found',
    });
    const paid = await world.paid('stripe', 8_400);
    const wanted = { refundId: randomUUID(), paymentId: paid.paymentId, amountCents: 0 };
    await expect(world.refunds.execute({ ...wanted, accountId: randomUUID() })).rejects.toMatchObject({
      code: 'payment_not_found',
    });
    await expectGivenBack(paid, 0, 'completed');
  });

  it('in parts up to what was paid, and ends the term with the last one', async () => {
    const paid = await world.paid('wallet', 8_400);
    await world.refund(paid, 3_000);
    await expectGivenBack(paid, 3_000, 'completed');
    await expect(world.refund(paid, 5_401)).rejects.toMatchObject({ code: 'refund_too_large' });
    await world.refund(paid, 5_400);
    await expectGivenBack(paid, 8_400, 'refunded');
    expect((await world.announced(paid.accountId)).map(({ refundedTotalCents }) => refundedTotalCents)).toEqual([
      3_000, 8_400,
    ]);
    await expect(world.refund(paid)).rejects.toMatchObject({ code: 'refund_nothing_left' });
  });

  it('but for what an upgrade has taken as credit', async () => {
    const basic = await world.paid('stripe', 8_400);
    const { accountId, termId } = basic;
    const upgrade = { accountId, creditedTermId: termId, creditCents: 8_000 };
    const medium = await world.paid('stripe', 19_600, upgrade);
    expect(await world.refund(basic)).toMatchObject({ amountCents: 400 });
    await expectGivenBack(basic, 400, 'refunded');
    expect(await world.refund(medium)).toMatchObject({ amountCents: 19_600 });
  });
});

describe('a refund that is repeated, raced or cut off is given once', () => {
  it('ten times at the same time under one id, and refused under it for something else', async () => {
    const [paid, other] = [await world.paid('stripe', 8_400), await world.paid('stripe', 8_400)];
    const refundId = randomUUID();
    const answers = await Promise.all(Array.from({ length: 10 }, () => world.refund(paid, 0, refundId)));
    expect(new Set(answers.map(({ amountCents, destination }) => `${amountCents} ${destination}`)).size).toBe(1);
    await expectGivenBack(paid, 8_400, 'refunded');
    for (const different of [() => world.refund(other, 0, refundId), () => world.refund(paid, 1, refundId)])
      await expect(different()).rejects.toMatchObject({ kind: 'conflict', code: 'refund_id_taken' });
  });

  it('of ten ids for all that is left one gets it', async () => {
    const paid = await world.paid('wallet', 8_400);
    const results = await Promise.allSettled(Array.from({ length: 10 }, () => world.refund(paid)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expectGivenBack(paid, 8_400, 'refunded');
  });

  it('stays planned while the provider is away, and lets no other one begin; a repeat finishes it', async () => {
    const paid = await world.paid('stripe', 8_400);
    const refundId = randomUUID();
    world.stripe.fault = 'away';
    await expect(world.refund(paid, 0, refundId)).rejects.toMatchObject({ kind: 'unavailable' });
    await expectGivenBack(paid, 0, 'completed');
    await expect(world.refund(paid)).rejects.toMatchObject({ code: 'refund_under_way' });
    world.stripe.fault = 'none';
    world.books.clock.days(31);
    await world.refund(paid, 0, refundId);
    await expectGivenBack(paid, 8_400, 'refunded');
  });

  it('is resumed by the clock when the process died after the money was sent, and not before a minute has passed', async () => {
    const paid = await world.paid('stripe', 8_400);
    const refundId = randomUUID();
    world.stripe.fault = 'lost-answer';
    await expect(world.refund(paid, 0, refundId)).rejects.toThrow('socket hang up');
    expect(world.stripe.sent.get(refundId)).toBe(8_400);
    world.stripe.fault = 'none';
    await world.resumer.execute();
    await expectGivenBack(paid, 0, 'completed');
    world.books.clock.pass(60_000);
    await world.resumer.execute();
    await world.resumer.execute();
    await expectGivenBack(paid, 8_400, 'refunded');
    expect(world.stripe.sent.size).toBeGreaterThan(0);
  });

  it('is left to an operator when it could not be finished for 20 hours', async () => {
    const paid = await world.paid('stripe', 8_400);
    const refundId = randomUUID();
    world.stripe.fault = 'away';
    await expect(world.refund(paid, 0, refundId)).rejects.toMatchObject({ kind: 'unavailable' });
    world.stripe.fault = 'none';
    world.books.clock.pass(20 * 3_600_000);
    await world.resumer.execute();
    await expectGivenBack(paid, 0, 'completed');
    await world.refund(paid, 0, refundId);
    await expectGivenBack(paid, 8_400, 'refunded');
  });

  it('ends without effect when the provider refuses, and another one may be tried', async () => {
    const paid = await world.paid('stripe', 8_400);
    const refundId = randomUUID();
    world.stripe.fault = 'refuses';
    await expect(world.refund(paid, 0, refundId)).rejects.toMatchObject({ code: 'refund_refused' });
    world.stripe.fault = 'none';
    await expect(world.refund(paid, 0, refundId)).rejects.toMatchObject({ code: 'refund_refused' });
    await expectGivenBack(paid, 0, 'completed');
    await world.refund(paid);
    await expectGivenBack(paid, 8_400, 'refunded');
  });

  it.each([
    [3_000, 0],
    [2_000, 1_000],
  ])("is not booked again when the provider's own event has booked %d of 3,000 cents", async (byEvent, own) => {
    const paid = await world.paid('stripe', 8_400);
    world.stripe.whenSent = () => bookedByEvent(paid, byEvent);
    await world.refund(paid, 3_000);
    expect(await world.payment(paid.paymentId)).toEqual({ status: 'completed', refunded: 3_000 });
    expect(await world.givenBack(paid.paymentId)).toBe(3_000);
    const events = await world.announced(paid.accountId);
    expect(events.map(({ amountCents }) => amountCents)).toEqual(own === 0 ? [] : [own]);
  });
});
