import { randomUUID } from 'node:crypto';
import type { Payment } from '../payments/payment.entity.js';
import { newPayment } from '../testing/payment-provider-contract.js';
import { BROKEN } from '../testing/stripe-door.js';
import { StripeWorld } from '../testing/stripe-world.js';

let world: StripeWorld;
beforeEach(async () => void (world = await StripeWorld.open()));
afterEach(() => world.close());

async function opened(): Promise<{ payment: Payment; url: string }> {
  const payment = newPayment();
  const { reference, url } = await world.provider.open(payment);
  return { payment: Object.assign(payment, { reference }), url };
}
async function paid(): Promise<Payment> {
  const { payment, url } = await opened();
  await world.at(url, 'pay');
  return payment;
}
const look = (payment: Payment) => world.provider.look(payment);

describe('a payment as Stripe reports it', () => {
  it('is open after a declined card, and paid after another one in the same session', async () => {
    const { payment, url } = await opened();
    await world.at(url, 'decline').catch(() => undefined);
    expect(await look(payment)).toMatchObject({ state: 'open', paidCents: 0 });
    await world.at(url, 'pay');
    expect(await look(payment)).toMatchObject({ state: 'paid', paidCents: payment.amountCents });
  });

  it.each([
    ['settle', 'paid'],
    ['fail', 'failed'],
  ])('is processing while a bank debit is under way, and after %s %s', async (end, state) => {
    const { payment, url } = await opened();
    await world.at(url, 'later');
    expect(await look(payment)).toMatchObject({ state: 'processing', paidCents: 0 });
    await world.at(url, end);
    expect(await look(payment)).toMatchObject({ state });
  });

  it('is expired when its time is over', async () => {
    const { payment } = await opened();
    world.clock.pass(32 * 60_000);
    expect(await look(payment)).toMatchObject({ state: 'expired', paidCents: 0 });
  });

  it('counts refunds that succeeded, each once per refund id, also when an answer was lost', async () => {
    const payment = await paid();
    const [first, second] = [randomUUID(), randomUUID()];
    expect(await world.provider.refund(payment, first, 1_000)).toBe('sent');
    expect(await world.provider.refund(payment, first, 1_000)).toBe('sent');
    expect(await look(payment)).toMatchObject({ state: 'paid', refundedCents: 1_000 });
    world.door.intercept = async (seen, handOn) => {
      const answer = await handOn();
      return seen.method === 'POST' && seen.path === '/v1/refunds' ? BROKEN : answer;
    };
    expect(await world.provider.refund(payment, second, 26_600)).toBe('sent');
    expect(await look(payment)).toMatchObject({ state: 'paid', refundedCents: payment.amountCents });
    world.door.intercept = (_seen, handOn) => handOn();
    await expect(world.provider.refund(payment, randomUUID(), 1)).rejects.toMatchObject({ code: 'refund_refused' });
  }, 30_000);

  it('sends a refund once, also when Stripe has forgotten its key after a day', async () => {
    const payment = await paid();
    const refundId = randomUUID();
    expect(await world.provider.refund(payment, refundId, 1_000)).toBe('sent');
    world.door.forgetsKeys = true;
    expect(await world.another().refund(payment, refundId, 1_000)).toBe('sent');
    expect((await world.refunds()).map(({ amount }) => amount)).toEqual([1_000]);
  });

  it('does not count a refund that the bank sent back', async () => {
    const payment = await paid();
    await world.provider.refund(payment, randomUUID(), 1_000);
    const [{ id }] = await world.refunds();
    await world.control('refund', { refund: id });
    expect(await look(payment)).toMatchObject({ refundedCents: 0 });
  });

  it.each(['won', 'lost'] as const)('has a dispute, open and then %s', async (outcome) => {
    const payment = await paid();
    const { id } = await world.control<{ id: string }>('dispute', { session: payment.reference });
    expect((await look(payment)).disputes).toEqual([{ id, state: 'open', amountCents: payment.amountCents }]);
    await world.control('dispute', { dispute: id, outcome });
    expect((await look(payment)).disputes).toEqual([{ id, state: outcome, amountCents: payment.amountCents }]);
  });

  it.each([
    ['currency', 'eur'],
    ['livemode', true],
    ['amount_total', 1],
    ['client_reference_id', randomUUID()],
  ])('is refused when its %s differs from our request', async (field, value) => {
    const payment = await paid();
    world.door.intercept = async (_seen, handOn) => {
      const answer = await handOn();
      return { ...answer, body: JSON.stringify({ ...JSON.parse(answer.body), [field]: value }) };
    };
    await expect(look(payment)).rejects.toMatchObject({ code: 'payment_mismatch' });
  });

  it.each(['refunds', 'disputes'])('is refused when one of its %s is in another currency (PAY-43)', async (list) => {
    const payment = await paid();
    if (list === 'refunds') await world.provider.refund(payment, randomUUID(), 1_000);
    else await world.control('dispute', { session: payment.reference });
    world.door.intercept = async ({ path }, handOn) => {
      const answer = await handOn();
      const body =
        path === `/v1/${list}` ? answer.body.replace(/"currency": ?"usd"/g, '"currency":"jpy"') : answer.body;
      return { ...answer, body };
    };
    await expect(look(payment)).rejects.toMatchObject({ code: 'payment_mismatch' });
  });

  it.each(['{}', '{"object":"checkout.session","status":7}', 'no JSON'])(
    'is reported as unavailable when Stripe returns %s',
    async (body) => {
      const payment = await paid();
      world.door.intercept = async () => ({ status: 200, body });
      await expect(look(payment)).rejects.toMatchObject({ code: 'payment_unavailable' });
    },
  );

  it('is reported as unavailable at the deadline when Stripe never answers', async () => {
    const payment = await paid();
    world.door.intercept = async () => undefined;
    const hasty = world.another(undefined, undefined, 300);
    await expect(hasty.look(payment)).rejects.toMatchObject({ code: 'payment_unavailable' });
  });
});
