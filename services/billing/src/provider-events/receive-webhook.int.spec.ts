import { randomUUID } from 'node:crypto';
import { RunningBilling } from '../testing/running-billing.js';
import { IdleBus, StripeBilling } from '../testing/stripe-billing.js';

let billing: StripeBilling;
beforeAll(async () => void (billing = await StripeBilling.open()));
afterAll(() => billing?.close());

const rows = () =>
  billing.world.rows<{ event_id: string; state: string; cause: string | null; payment_id: string | null }>(
    'SELECT event_id, state, cause, payment_id FROM provider_events ORDER BY received_at',
  );
const rowOf = async (id: string) => (await rows()).find(({ event_id: one }) => one === id);
const event = (changes: object = {}) => ({
  id: `evt_${randomUUID().replaceAll('-', '')}`,
  object: 'event',
  type: 'customer.created',
  api_version: '2026-10-28.endive',
  data: { object: { id: 'cus_1', object: 'customer' } },
  ...changes,
});
const receive = (provider: string, body: Buffer, signature: string) =>
  billing.running.as('gateway').receiveWebhook({ provider, body, signature });

describe('a webhook', () => {
  it('with a bad or missing signature, too large, or of an unknown provider leaves no row', async () => {
    const before = (await rows()).length;
    await expect(billing.deliver(event(), 'whsec_of_somebody_else')).rejects.toMatchObject({
      kind: 'invalid',
      code: 'bad_signature',
    });
    const body = Buffer.from(JSON.stringify(event()));
    await expect(receive('stripe', body, '')).rejects.toMatchObject({ kind: 'invalid', code: 'bad_signature' });
    await expect(receive('stripe', Buffer.alloc(0), 't=1,v1=0')).rejects.toMatchObject({ code: 'bad_signature' });
    await expect(billing.deliver(event({ padding: 'x'.repeat(1_100_000) }))).rejects.toMatchObject({
      kind: 'invalid',
      code: 'webhook_too_large',
    });
    for (const provider of ['', 'paypal', 'btcpay', 'constructor'])
      await expect(receive(provider, body, 'x')).rejects.toMatchObject({ kind: 'not_found' });
    await expect(
      billing.deliver({ id: 'evt_2', object: 'v2.core.event', type: 'v1.billing.meter.error_report_triggered' }),
    ).rejects.toMatchObject({ kind: 'invalid', code: 'unsupported_event' });
    expect(await rows()).toHaveLength(before);
  });

  it('of a type that moves no payment is stored as ignored, without its body', async () => {
    const one = event({ data: { object: { id: 'cus_1', object: 'customer', email: 'payer@example.com' } } });
    await billing.deliver(one);
    expect(await rowOf(one.id)).toMatchObject({ state: 'ignored' });
    const everything = JSON.stringify(await billing.world.rows('SELECT * FROM provider_events'));
    expect(everything).not.toContain('payer@example.com');
  });

  it('of a payment that is not ours is ignored, and never tried again', async () => {
    const object = { id: 'cs_test_other', object: 'checkout.session', client_reference_id: randomUUID() };
    const one = event({ type: 'checkout.session.completed', data: { object } });
    await billing.deliver(one);
    await billing.handled();
    expect(await rowOf(one.id)).toMatchObject({ state: 'ignored', cause: 'payment unknown' });
  });

  it('completes its payment once for repeated and simultaneous deliveries', async () => {
    const bought = await billing.buy();
    await billing.at(bought, 'pay');
    const [completed] = (await billing.events('checkout.session.completed')).slice(-1);
    await Promise.all(Array.from({ length: 10 }, () => billing.deliver(completed)));
    await billing.until(bought, 'completed');
    await billing.deliverAll();
    await billing.handled();
    expect(await billing.world.rows('SELECT 1 FROM terms WHERE account_id = $1', [bought.accountId])).toHaveLength(1);
    expect(await outbox(bought.accountId, 'payment-completed')).toHaveLength(1);
    expect(
      await billing.world.rows(`SELECT 1 FROM ledger_transfers WHERE reference = $1`, [bought.paymentId]),
    ).toHaveLength(1);
  });

  it('of a refund or a dispute that names only the payment intent finds its payment', async () => {
    const [refunded, disputed] = [await billing.buy(), await billing.buy()];
    for (const bought of [refunded, disputed]) await billing.at(bought, 'pay');
    await billing.deliverAll('checkout.session.*');
    await billing.handled();
    const { payment_intent: intent } = await billing.stripe.checkout.sessions.retrieve(refunded.sessionId);
    await billing.stripe.refunds.create({ payment_intent: intent as string, amount: 1_000 });
    const [refund] = (await billing.events('refund.created')).slice(-1);
    await billing.deliver({ ...refund, data: { object: { ...refund.data.object, metadata: {} } } });
    await billing.control('dispute', { session: disputed.sessionId });
    await billing.deliverAll('charge.dispute.created');
    await billing.handled();
    expect(await billing.payment(refunded)).toMatchObject({ status: 'completed', refunded: 1_000 });
    expect(await billing.payment(disputed)).toMatchObject({ status: 'disputed' });
  });

  it('is accepted only from the gateway', async () => {
    const body = Buffer.from('{}');
    for (const caller of ['operator', 'usage', 'standalone'])
      await expect(
        billing.running.as(caller).receiveWebhook({ provider: 'stripe', body, signature: '' }),
      ).rejects.toMatchObject({ kind: 'forbidden' });
  });
});

describe('billing without Stripe', () => {
  it('offers no cards and accepts no Stripe webhooks', async () => {
    const bare = await RunningBilling.start(billing.world.url, new IdleBus(), billing.clock);
    try {
      expect((await bare.as('gateway').listPaymentMethods({})).methods).toEqual(['wallet']);
      const request = { provider: 'stripe', body: Buffer.from('{}'), signature: 'x' };
      await expect(bare.as('gateway').receiveWebhook(request)).rejects.toMatchObject({ kind: 'not_found' });
    } finally {
      await bare.close();
    }
  });
});

function outbox(key: string, type: string): Promise<unknown[]> {
  return billing.world.rows('SELECT 1 FROM outbox WHERE key = $1 AND type = $2', [key, type]);
}
