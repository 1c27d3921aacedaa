import { createLogger } from '@precis/runtime/logger';
import { newPayment } from '../testing/payment-provider-contract.js';
import { BROKEN, type SeenRequest } from '../testing/stripe-door.js';
import { StripeWorld } from '../testing/stripe-world.js';

let world: StripeWorld;
beforeEach(async () => void (world = await StripeWorld.open()));
afterEach(() => world.close());

const creates = (path: string) => (seen: SeenRequest) => seen.method === 'POST' && seen.path === path;
const creating = creates('/v1/checkout/sessions');
const valueOf = ({ parameters }: SeenRequest, name: string) =>
  parameters.find(({ names }) => names.join('.') === name)?.value;

describe('a checkout at Stripe', () => {
  it('carries the ids of the payment, the frozen amount and nothing personal (PAY-43)', async () => {
    const payment = newPayment({ amountCents: 12_345 });
    await world.provider.open(payment);
    const [asked] = world.door.seen.filter(creating);
    expect(asked.idempotencyKey).toBe(`cs:${payment.id}:1`);
    expect(Object.fromEntries(asked.parameters.map(({ names, value }) => [names.join('.'), value]))).toEqual({
      mode: 'payment',
      customer: expect.stringMatching(/^cus_/),
      client_reference_id: payment.id,
      'metadata.payment_id': payment.id,
      'metadata.account_id': payment.accountId,
      'metadata.plan': 'medium',
      'metadata.duration': 'yearly',
      'metadata.attempt': '1',
      'payment_intent_data.metadata.payment_id': payment.id,
      'payment_intent_data.metadata.account_id': payment.accountId,
      'payment_intent_data.metadata.plan': 'medium',
      'payment_intent_data.metadata.duration': 'yearly',
      'payment_intent_data.metadata.attempt': '1',
      'allowed_payment_method_types.0': 'card',
      'line_items.0.quantity': '1',
      'line_items.0.price_data.currency': 'usd',
      'line_items.0.price_data.unit_amount': '12345',
      'line_items.0.price_data.product_data.name': 'Medium plan, 12 months',
      expires_at: String(Date.parse('2026-11-21T12:31:00Z') / 1_000),
      success_url: 'https://precis.example/payment/success?session_id={CHECKOUT_SESSION_ID}',
      cancel_url: 'https://precis.example/payment/cancel',
    });
    const [customer] = world.door.seen.filter(creates('/v1/customers'));
    expect(customer.idempotencyKey).toBe(`cust:${payment.accountId}`);
    expect(customer.parameters).toEqual([{ names: ['metadata', 'account_id'], value: payment.accountId }]);
  });

  it('has one customer for all payments of an account', async () => {
    const accountId = newPayment().accountId;
    await Promise.all([world.provider.open(newPayment({ accountId })), world.provider.open(newPayment({ accountId }))]);
    await world.another().open(newPayment({ accountId }));
    expect(new Set(world.door.seen.filter(creating).map((one) => valueOf(one, 'customer'))).size).toBe(1);
  });

  it('has another customer when Stripe permanently fails for the first one, so that nobody waits a day', async () => {
    const payment = newPayment();
    world.door.intercept = async (seen, handOn) =>
      seen.idempotencyKey === `cust:${payment.accountId}` ? BROKEN : handOn();
    const checkout = await world.provider.open(payment);
    expect(await world.another().open(payment)).toEqual(checkout);
    await world.another().open(newPayment({ accountId: payment.accountId }));
    const customers = world.door.seen.filter(creating).map((one) => valueOf(one, 'customer'));
    expect(new Set(customers).size).toBe(1);
  }, 30_000);

  it.each(['at once', 'a day later'])(
    'has a new customer when the previous one was deleted at Stripe, %s',
    async (when) => {
      const { accountId } = newPayment();
      await world.provider.open(newPayment({ accountId }));
      const [{ customer }] = await world.sessions();
      await world.provider.deleteCustomer(customer as string);
      world.door.forgetsKeys = when !== 'at once';
      const payment = newPayment({ accountId });
      const checkout = await world.provider.open(payment);
      expect(await world.another().open(payment)).toEqual(checkout);
      await world.provider.open(newPayment({ accountId }));
      const customers = new Set((await world.sessions()).map((session) => session.customer));
      expect([customers.size, customers.has(customer)]).toEqual([2, true]);
    },
  );

  it('is the same one after a lost answer, also for the next process', async () => {
    const payment = newPayment();
    world.door.intercept = async (seen, handOn) => {
      const answer = await handOn();
      return creating(seen) ? undefined : answer;
    };
    const lost = world.provider.open(payment).catch((error: unknown) => error);
    await world.door.until(creating);
    world.door.intercept = (_seen, handOn) => handOn();
    const checkout = await world.another().open(payment);
    world.door.cut();
    await lost;
    expect(await world.provider.open(payment)).toEqual(checkout);
    expect(await world.sessions()).toHaveLength(1);
  }, 30_000);

  it('is found by its payment when it was made but Stripe keeps failing for its key', async () => {
    const payment = newPayment();
    world.door.intercept = async (seen, handOn) => {
      const answer = await handOn();
      return creating(seen) ? BROKEN : answer;
    };
    const checkout = await world.provider.open(payment);
    expect((await world.sessions()).map(({ id }) => id)).toEqual([checkout.reference]);
  }, 30_000);

  it('gets another key when it was not made and Stripe permanently fails for the first key', async () => {
    const payment = newPayment();
    world.door.intercept = async (seen, handOn) => (seen.idempotencyKey === `cs:${payment.id}:1` ? BROKEN : handOn());
    const checkout = await world.provider.open(payment);
    expect(await world.another().open(payment)).toEqual(checkout);
    const keys = world.door.seen.filter(creating).map(({ idempotencyKey }) => idempotencyKey);
    expect(new Set(keys)).toEqual(new Set([`cs:${payment.id}:1`, `cs:${payment.id}:1.2`]));
    expect(await world.sessions()).toHaveLength(1);
  }, 30_000);

  it('is requested with a later end when it is resumed long after its beginning', async () => {
    const payment = newPayment();
    world.door.intercept = async (seen, handOn) => (creating(seen) ? BROKEN : handOn());
    await expect(world.provider.open(payment)).rejects.toMatchObject({ kind: 'unavailable' });
    world.door.intercept = (_seen, handOn) => handOn();
    world.clock.pass(20 * 60_000);
    const checkout = await world.provider.open(payment);
    expect(checkout.expiresAt).toEqual(new Date('2026-11-21T12:51:00Z'));
  }, 30_000);

  it.each([
    'https://evil.example/c/pay/ID',
    'https://checkout.stripe.com/c/pay/ID',
    'ORIGIN.evil.example/c/pay/ID',
    'ORIGIN@evil.example/c/pay/ID',
    'javascript:alert(1)',
    '/c/pay/ID',
  ])('sends payers only to the checkout origins of the settings: %s (PAY-67)', async (address) => {
    const payment = newPayment();
    world.door.intercept = async (seen, handOn) => {
      const answer = await handOn();
      if (!creating(seen)) return answer;
      const url = address.replace('ORIGIN', new URL(world.simulator.url).origin);
      return { ...answer, body: JSON.stringify({ ...(JSON.parse(answer.body) as object), url }) };
    };
    await expect(world.provider.open(payment)).rejects.toMatchObject({ code: 'payment_mismatch' });
    world.door.intercept = (_seen, handOn) => handOn();
    expect((await world.provider.open(payment)).url).toMatch(world.simulator.url);
  });

  it('is not opened below the minimum of Stripe', async () => {
    world.door.intercept = async (seen, handOn) =>
      creating(seen)
        ? { status: 400, body: '{"error":{"type":"invalid_request_error","code":"amount_too_small","message":"-"}}' }
        : handOn();
    await expect(world.provider.open(newPayment({ amountCents: 49 }))).rejects.toMatchObject({
      kind: 'invalid',
      code: 'amount_too_small',
    });
  });

  it('reports a wrong key as an outage, without the text of Stripe in the error or the log', async () => {
    const lines: string[] = [];
    const key = 'sk_test_wrong_key_of_somebody';
    const provider = world.another(
      key,
      createLogger('test', 'debug', { write: (line: string) => void lines.push(line) }),
    );
    const error = (await provider.open(newPayment()).catch((thrown: unknown) => thrown)) as Error;
    expect(error).toMatchObject({ kind: 'unavailable', code: 'payment_unavailable' });
    expect(lines.join()).toContain('StripeAuthenticationError');
    const everything = [...lines, error.message, error.stack, String((error.cause as Error).message)].join();
    expect(everything).not.toContain(key);
    expect(everything).not.toContain(key.slice(-4));
    expect(everything).not.toContain('whsec_');
  });
});
