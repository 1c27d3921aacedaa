import { randomUUID } from 'node:crypto';
import { SweepCompletedPayments } from '../provider-events/sweep-completed-payments.usecase.js';
import { endOf } from '../testing/shuffled-payments.js';
import { type Bought, StripeBilling } from '../testing/stripe-billing.js';

const PRICE = 8_400;
const BOOKED = { 'psp:stripe': PRICE, 'revenue:subscription': -PRICE };

let billing: StripeBilling;
beforeAll(async () => void (billing = await StripeBilling.open()));
afterAll(() => billing?.close());
beforeEach(() => {
  billing.clock.moveTo('2026-11-21T12:00:00Z');
  billing.door.intercept = (_seen, handOn) => handOn();
});

async function paid(): Promise<Bought> {
  const bought = await billing.buy('basic', 'yearly');
  await billing.at(bought, 'pay');
  await billing.deliverAll('checkout.session.completed');
  await billing.until(bought, 'completed');
  return bought;
}

const refund = ({ paymentId, accountId }: Bought, refundId: string = randomUUID(), amountCents = 0) =>
  billing.running.as('operator').refundPayment({ refundId, paymentId, accountId, amountCents });

/** The bank, or a person at the dashboard, ends the newest refund. */
async function comesBack(outcome: 'failed' | 'canceled'): Promise<void> {
  const { data } = await billing.stripe.refunds.list({ limit: 1 });
  await billing.control('refund', { refund: data[0].id, outcome });
}

/** Delivers all of Stripe's events about a payment's money twice: repeats have no effect. */
async function heardOf({ sessionId }: Bought): Promise<void> {
  const { payment_intent: intent } = await billing.stripe.checkout.sessions.retrieve(sessionId);
  const events = (await billing.events()).filter(
    ({ type, data }) =>
      /refund|dispute/.test(type) && (data.object as { payment_intent?: unknown }).payment_intent === intent,
  );
  for (let time = 0; time < 2; time++) for (const event of events) await billing.deliver(event);
  await billing.handled();
}

async function stateOf(refundId: string): Promise<string> {
  const [{ state }] = await billing.world.rows<{ state: string }>('SELECT state FROM refunds WHERE id = $1', [
    refundId,
  ]);
  return state;
}

async function expectAsPaid(bought: Bought, refundId: string): Promise<void> {
  expect(await stateOf(refundId)).toBe('failed');
  const { status, refunded, terms, books } = await endOf({ world: billing.world, payment: bought });
  expect({ status, refunded, terms, books }).toEqual({ status: 'completed', refunded: 0, terms: 1, books: BOOKED });
}

describe('a refund that Stripe had accepted and that came back (PAY-63)', () => {
  it.each([
    ['succeeded', 'failed'],
    ['pending', 'failed'],
    ['pending', 'canceled'],
  ] as const)('when it was %s and then %s leaves the payment as it was paid', async (first, then) => {
    const bought = await paid();
    const refundId = randomUUID();
    billing.door.intercept = async (seen, handOn) => {
      const answer = await handOn();
      const isRefund = seen.path.startsWith('/v1/refunds');
      return isRefund ? { ...answer, body: answer.body.replace(/"succeeded"/g, `"${first}"`) } : answer;
    };
    await refund(bought, refundId);
    await heardOf(bought);
    expect(await endOf({ world: billing.world, payment: bought })).toMatchObject({ status: 'refunded', terms: 0 });
    await comesBack(then);
    await heardOf(bought);
    await expectAsPaid(bought, refundId);
    await expect(refund(bought, refundId)).rejects.toMatchObject({ kind: 'conflict', code: 'refund_failed' });
  });

  it('is found without a webhook, and can be repeated any number of times after the 30 days', async () => {
    const bought = await paid();
    for (let time = 0; time < 2; time++) {
      const refundId = randomUUID();
      await refund(bought, refundId);
      await comesBack('failed');
      billing.clock.days(40);
      await billing.running.app.nest.get(SweepCompletedPayments, { strict: false }).execute();
      await expectAsPaid(bought, refundId);
    }
    await refund(bought);
    const { status, refunded, books } = await endOf({ world: billing.world, payment: bought });
    expect({ status, refunded, books }).toEqual({ status: 'refunded', refunded: PRICE, books: {} });
  });

  it('leaves other valid refunds, also one that is planned in between', async () => {
    const bought = await paid();
    const [first, second] = [randomUUID(), randomUUID()];
    await refund(bought, first, 3_000);
    billing.door.intercept = async (seen, handOn) =>
      seen.method === 'POST' && seen.path === '/v1/refunds' ? { status: 503, body: '' } : handOn();
    await expect(refund(bought, second, 1_000)).rejects.toMatchObject({ kind: 'unavailable' });
    await comesBack('failed');
    billing.door.intercept = (_seen, handOn) => handOn();
    await heardOf(bought);
    expect(await billing.payment(bought)).toMatchObject({ status: 'completed', refunded: 0 });
    await refund(bought, second, 1_000);
    await heardOf(bought);
    expect([await stateOf(first), await stateOf(second)]).toEqual(['failed', 'done']);
    const { status, refunded, terms, books } = await endOf({ world: billing.world, payment: bought });
    const left = { 'psp:stripe': PRICE - 1_000, 'revenue:subscription': 1_000 - PRICE };
    expect({ status, refunded, terms, books }).toEqual({ status: 'completed', refunded: 1_000, terms: 1, books: left });
  });
});

describe('a dispute whose end was not seen before another one began (PAY-18, PAY-38)', () => {
  it.each(['won', 'lost'])('is booked separately from the other one, which is %s', async (outcome) => {
    const bought = await paid();
    const dispute = () => billing.control<{ id: string }>('dispute', { session: bought.sessionId });
    const first = await dispute();
    await heardOf(bought);
    await billing.control('dispute', { dispute: first.id, outcome: 'won' });
    billing.clock.pass(1_000);
    const second = await dispute();
    await heardOf(bought);
    expect(await billing.payment(bought)).toMatchObject({ status: 'disputed' });
    await billing.control('dispute', { dispute: second.id, outcome });
    await heardOf(bought);
    const { status, terms, books } = await endOf({ world: billing.world, payment: bought });
    const isWon = outcome === 'won';
    // Of a term that was taken back, the used second stays.
    const end = { status: isWon ? 'completed' : 'refunded', terms: 1, books: isWon ? BOOKED : {} };
    expect({ status, terms, books }).toEqual(end);
    const running = await billing.world.rows('SELECT FROM terms WHERE account_id = $1 AND ends_at > $2', [
      bought.accountId,
      billing.clock.now(),
    ]);
    expect(running).toHaveLength(isWon ? 1 : 0);
  });
});

describe('a dispute that is won on appeal (PAY-38)', () => {
  it.each([true, false])('returns money and term once, seen step by step: %s', async (stepwise) => {
    const bought = await paid();
    const { id } = await billing.control<{ id: string }>('dispute', { session: bought.sessionId });
    for (const outcome of ['lost', 'appealed', 'won']) {
      await billing.control('dispute', { dispute: id, outcome });
      if (stepwise) await heardOf(bought);
      if (stepwise && outcome !== 'won')
        expect(await endOf({ world: billing.world, payment: bought })).toMatchObject({ status: 'refunded', books: {} });
    }
    await heardOf(bought);
    const { status, refunded, terms, books } = await endOf({ world: billing.world, payment: bought });
    expect({ status, refunded, terms, books }).toEqual({ status: 'completed', refunded: 0, terms: 1, books: BOOKED });
  });
});
