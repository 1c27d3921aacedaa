import { EVENTS } from '@precis/events/catalogue/events';
import type { RefundPaymentRequest } from '@precis/proto/billing/v1/billing';
import { eventually } from '@precis/testing/eventually';
import { randomUUID } from 'node:crypto';
import type { Payment } from '../payments/payment.entity.js';
import { RefundWorld } from '../testing/refund-world.js';
import { seen } from '../testing/scripted-provider.js';
import { RefundPayment } from './refund-payment.usecase.js';

let world: RefundWorld;
beforeAll(async () => void (world = await RefundWorld.open()));
beforeEach(() => {
  world.billing.clock.moveTo('2026-11-21T12:00:00Z');
  world.stripe.fault = 'none';
  world.stripe.whenSent = async () => undefined;
});
afterEach(async () => expect(await world.faults()).toEqual({ sum: 0, accounts: 0 }));
afterAll(() => world?.billing.close());

/** Checks all effects of one refund, as opposed to none or two. */
async function expectGivenBack(paid: Payment, cents: number, status: 'completed' | 'refunded'): Promise<void> {
  const { refundedCents, status: now } = await world.billing.payment(paid.id);
  expect({ refundedCents, status: now }).toEqual({ refundedCents: cents, status });
  expect(await world.givenBack(paid.id)).toBe(cents);
  expect((await world.announced(paid)).reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(cents);
  expect(await world.holds(paid)).toBe(status === 'completed');
}

describe('a refund returns the money the way it came', () => {
  it('by card to the card, once', async () => {
    const paid = await world.paid('stripe');
    const refundId = randomUUID();
    const refund = await world.refund(paid, 0, refundId);
    expect(refund).toMatchObject({ amountCents: 8_400, destination: 'stripe', accountId: paid.accountId });
    expect(world.stripe.sent.get(refundId)).toBe(8_400);
    await expectGivenBack(paid, 8_400, 'refunded');
    const { id: paymentId, accountId: userId } = paid;
    expect(await world.announced(paid)).toEqual([
      { paymentId, userId, refundId, amountCents: 8_400, refundedTotalCents: 8_400, paidCents: 8_400, failed: false },
    ]);
    expect(await world.billing.wallet(paid.accountId)).toBe(0);
  });

  it.each(['crypto', 'wallet'] as const)('by %s into the wallet', async (method) => {
    const paid = await world.paid(method);
    expect(await world.billing.wallet(paid.accountId)).toBe(0);
    expect(await world.refund(paid)).toMatchObject({ amountCents: 8_400, destination: 'wallet' });
    await expectGivenBack(paid, 8_400, 'refunded');
    expect(await world.billing.wallet(paid.accountId)).toBe(8_400);
  });

  it('by crypto into the wallet also without a crypto provider, and by card not at all without Stripe', async () => {
    const [crypto, card] = [await world.paid('crypto'), await world.paid('stripe')];
    world.connect(false);
    try {
      expect(await world.refund(crypto)).toMatchObject({ destination: 'wallet' });
      await expect(world.refund(card)).rejects.toMatchObject({ kind: 'conflict', code: 'payment_method_absent' });
    } finally {
      world.connect();
    }
    await expectGivenBack(card, 0, 'completed');
  });
});

describe('a refund is allowed', () => {
  it('for a yearly term on day 30, and not on day 31', async () => {
    const [thirty, later] = [await world.paid('stripe'), await world.paid('stripe')];
    world.billing.clock.days(30);
    await world.refund(thirty);
    await expectGivenBack(thirty, 8_400, 'refunded');
    world.billing.clock.days(1);
    await expect(world.refund(later)).rejects.toMatchObject({ kind: 'conflict', code: 'refund_too_late' });
    await expectGivenBack(later, 0, 'completed');
  });

  it('for no monthly term, and for no unknown, uncompleted or foreign payment', async () => {
    const monthly = await world.paid('stripe', { duration: 'monthly' });
    await expect(world.refund(monthly)).rejects.toMatchObject({ code: 'refund_not_yearly' });
    const unknown = { kind: 'not_found', code: 'payment_not_found' };
    await expect(world.refund({ id: randomUUID() })).rejects.toMatchObject(unknown);
    const open = await world.billing.opened({ duration: 'yearly' });
    await expect(world.refund(open)).rejects.toMatchObject({ code: 'refund_not_completed' });
    const paid = await world.paid('stripe');
    const wanted = { refundId: randomUUID(), paymentId: paid.id, amountCents: 0, accountId: randomUUID() };
    await expect(world.billing.of(RefundPayment).execute(wanted)).rejects.toMatchObject(unknown);
    await expectGivenBack(paid, 0, 'completed');
  });

  it('in parts up to what was paid, and ends the term with the last one', async () => {
    const paid = await world.paid('wallet');
    await world.refund(paid, 3_000);
    await expectGivenBack(paid, 3_000, 'completed');
    await expect(world.refund(paid, 5_401)).rejects.toMatchObject({ code: 'refund_too_large' });
    await world.refund(paid, 5_400);
    await expectGivenBack(paid, 8_400, 'refunded');
    expect((await world.announced(paid)).map(({ refundedTotalCents }) => refundedTotalCents)).toEqual([3_000, 8_400]);
    await expect(world.refund(paid)).rejects.toMatchObject({ code: 'refund_nothing_left' });
  });

  it('also for an account that was erased (PAY-22)', async () => {
    const paid = await world.paid('stripe');
    const { accountId } = paid;
    await world.billing.world.publish(EVENTS.userDeleted.of({ userId: accountId }, new Date()));
    const erased = () =>
      world.billing.world.rows('SELECT FROM erased_accounts WHERE account_id = $1', [paid.accountId]);
    await eventually('the account is erased', async () => (await erased()).length > 0);
    const wanted = { refundId: randomUUID(), paymentId: paid.id, accountId, amountCents: 0 };
    expect(await world.billing.of(RefundPayment).execute(wanted)).toMatchObject({ destination: 'stripe' });
    await expectGivenBack(paid, 8_400, 'refunded');
  });

  it('also for value that an upgrade took as credit; the upgrade then lasts as long as the rest of its money buys', async () => {
    const basic = await world.paid('stripe');
    const { accountId } = basic;
    world.billing.clock.days(10);
    const medium = await world.paid('stripe', { accountId, plan: 'medium' });
    expect(medium.creditCents).toBeGreaterThan(8_000);
    expect(await world.refund(basic)).toMatchObject({ amountCents: 8_400 });
    await expectGivenBack(basic, 8_400, 'refunded');
    expect(await world.holds(medium)).toBe(true);
    expect(await world.refund(medium)).toMatchObject({ amountCents: medium.amountCents });
    await expectGivenBack(medium, medium.amountCents, 'refunded');
  });
});

describe('a refund that is repeated, raced or interrupted is paid once', () => {
  it('ten times at the same time under one id, and refused under it for something else', async () => {
    const [paid, other] = [await world.paid('stripe'), await world.paid('stripe')];
    const refundId = randomUUID();
    const answers = await Promise.all(Array.from({ length: 10 }, () => world.refund(paid, 0, refundId)));
    expect(new Set(answers.map(({ amountCents, destination }) => `${amountCents} ${destination}`)).size).toBe(1);
    await expectGivenBack(paid, 8_400, 'refunded');
    for (const different of [() => world.refund(other, 0, refundId), () => world.refund(paid, 1, refundId)])
      await expect(different()).rejects.toMatchObject({ kind: 'conflict', code: 'refund_id_taken' });
  });

  it('one of ten ids for the rest of the payment gets it', async () => {
    const paid = await world.paid('wallet');
    const results = await Promise.allSettled(Array.from({ length: 10 }, () => world.refund(paid)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expectGivenBack(paid, 8_400, 'refunded');
  });

  it('stays planned while the provider is unavailable, and blocks others; a repeat finishes it', async () => {
    const paid = await world.paid('stripe');
    const refundId = randomUUID();
    world.stripe.fault = 'away';
    await expect(world.refund(paid, 0, refundId)).rejects.toMatchObject({ kind: 'unavailable' });
    await expectGivenBack(paid, 0, 'completed');
    await expect(world.refund(paid)).rejects.toMatchObject({ code: 'refund_under_way' });
    world.stripe.fault = 'none';
    world.billing.clock.days(31);
    await world.refund(paid, 0, refundId);
    await expectGivenBack(paid, 8_400, 'refunded');
  });

  it('is resumed when the process died after the sending, and not before a minute has passed', async () => {
    const paid = await world.paid('stripe');
    const refundId = randomUUID();
    world.stripe.fault = 'lost-answer';
    await expect(world.refund(paid, 0, refundId)).rejects.toThrow('socket hang up');
    expect(world.stripe.sent.get(refundId)).toBe(8_400);
    world.stripe.fault = 'none';
    await world.resume();
    await expectGivenBack(paid, 0, 'completed');
    world.billing.clock.pass(60_000);
    await world.resume();
    await world.resume();
    await expectGivenBack(paid, 8_400, 'refunded');
  });

  it('is resumed although more older ones than fit into a run never succeed, and those are tried again too', async () => {
    const ids: string[] = [];
    world.stripe.fault = 'away';
    for (let count = 0; count < 22; count++) {
      const [paid, refundId] = [await world.paid('stripe'), randomUUID()];
      await expect(world.refund(paid, 0, refundId)).rejects.toMatchObject({ kind: 'unavailable' });
      world.billing.clock.pass(1);
      ids.push(refundId);
    }
    const [oldest, newest] = [ids[0], ids.at(-1)!];
    world.stripe.fault = 'none';
    ids.slice(0, -1).forEach((id) => world.stripe.stuck.add(id));
    world.billing.clock.pass(60_000);
    await world.resume();
    expect(world.stripe.sent.has(newest)).toBe(false);
    await world.resume();
    expect(world.stripe.sent.get(newest)).toBe(8_400);
    world.stripe.stuck.clear();
    await world.resume();
    expect(world.stripe.sent.get(oldest)).toBe(8_400);
    await world.resume();
    for (const id of ids) expect(world.stripe.sent.has(id)).toBe(true);
  });

  it('is left to an operator when it could not be finished for 20 hours', async () => {
    const paid = await world.paid('stripe');
    const refundId = randomUUID();
    world.stripe.fault = 'away';
    await expect(world.refund(paid, 0, refundId)).rejects.toMatchObject({ kind: 'unavailable' });
    world.stripe.fault = 'none';
    world.billing.clock.pass(20 * 3_600_000);
    await world.resume();
    await expectGivenBack(paid, 0, 'completed');
    await world.refund(paid, 0, refundId);
    await expectGivenBack(paid, 8_400, 'refunded');
  });

  it('ends without effect when the provider refuses, and another one may be tried', async () => {
    const paid = await world.paid('stripe');
    const refundId = randomUUID();
    world.stripe.fault = 'refuses';
    await expect(world.refund(paid, 0, refundId)).rejects.toMatchObject({ code: 'refund_refused' });
    world.stripe.fault = 'none';
    await expect(world.refund(paid, 0, refundId)).rejects.toMatchObject({ code: 'refund_refused' });
    await expectGivenBack(paid, 0, 'completed');
    await world.refund(paid);
    await expectGivenBack(paid, 8_400, 'refunded');
  });

  it.each([3_000, 2_000])(
    "is booked once when the provider's own event of %i of 3,000 cents is settled before its answer arrives",
    async (seenCents) => {
      const paid = await world.paid('stripe');
      const sighting = seen('paid', 8_400, { refundedCents: seenCents });
      world.stripe.whenSent = () => world.billing.settle(paid.id, sighting);
      await world.refund(paid, 3_000);
      await expectGivenBack(paid, 3_000, 'completed');
      await world.billing.settle(paid.id, seen('paid', 8_400, { refundedCents: 3_000 }));
      await expectGivenBack(paid, 3_000, 'completed');
      expect(await world.announced(paid)).toHaveLength(seenCents === 3_000 ? 1 : 2);
    },
  );
});

describe('the RPC RefundPayment', () => {
  const asked: RefundPaymentRequest = {
    refundId: randomUUID(),
    paymentId: randomUUID(),
    accountId: '',
    amountCents: 0,
  };
  const call = (changes: Partial<RefundPaymentRequest>) =>
    world.billing.running.as('operator').refundPayment({ ...asked, ...changes });

  it('returns amount and destination, the same on a repeat, with ids in any case', async () => {
    const paid = await world.paid('wallet');
    const request = { refundId: randomUUID().toUpperCase(), paymentId: paid.id.toUpperCase(), amountCents: 3_000 };
    const answer = { refundedCents: 3_000, destination: 'wallet', accountId: paid.accountId };
    expect(await call({ ...request, accountId: paid.accountId })).toEqual(answer);
    expect(await call({ ...request, refundId: request.refundId.toLowerCase() })).toEqual(answer);
    await expectGivenBack(paid, 3_000, 'completed');
  });

  it.each([
    [{ refundId: 'seven' }, 'refund_id_invalid'],
    [{ paymentId: '' }, 'payment_id_invalid'],
    [{ amountCents: -1 }, 'refund_amount_invalid'],
    [{}, 'payment_not_found'],
  ])('refuses %j as %s', async (changes, code) => {
    await expect(call(changes)).rejects.toMatchObject({ code });
  });
});
