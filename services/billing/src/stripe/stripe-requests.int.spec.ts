import { randomUUID } from 'node:crypto';
import { newPayment } from '../testing/payment-provider-contract.js';
import { SdkParameters } from '../testing/sdk-parameters.js';
import { BROKEN, type SeenRequest } from '../testing/stripe-door.js';
import { StripeWorld } from '../testing/stripe-world.js';

const sdk = new SdkParameters();
const asking = (request: string, ...names: string[]): SeenRequest => {
  const [method, path] = request.split(' ');
  return { method, path, parameters: names.map((name) => ({ names: name.split('.'), value: 'x' })) };
};

describe('requests to Stripe', () => {
  let world: StripeWorld;
  beforeAll(async () => void (world = await StripeWorld.open()));
  afterAll(() => world.close());

  it('have only parameters that the types of the installed SDK name (PAY-43)', async () => {
    const { provider, door } = world;
    const payment = newPayment();
    const checkout = await provider.open(payment);
    Object.assign(payment, { reference: checkout.reference });
    await world.pay(checkout);
    await provider.look(payment);
    await provider.refund(payment, randomUUID(), 100);
    await world.control('dispute', { session: payment.reference });
    await provider.look(payment);
    const other = newPayment();
    Object.assign(other, { reference: (await provider.open(other)).reference });
    await provider.close(other);
    await provider.close(other);
    const third = newPayment();
    door.intercept = async (seen, handOn) => (seen.idempotencyKey === `cs:${third.id}:1` ? BROKEN : handOn());
    await provider.open(third);
    await provider.deleteCustomer('cus_nobody');

    const kinds = new Set(door.seen.map(({ method, path }) => `${method} ${path.replace(/cu?s_\w+/, ':id')}`));
    expect([...kinds].sort()).toEqual([
      'DELETE /v1/customers/:id',
      'GET /v1/checkout/sessions',
      'GET /v1/checkout/sessions/:id',
      'GET /v1/disputes',
      'GET /v1/refunds',
      'POST /v1/checkout/sessions',
      'POST /v1/checkout/sessions/:id/expire',
      'POST /v1/customers',
      'POST /v1/refunds',
    ]);
    expect(door.seen.flatMap((seen) => sdk.faultsOf(seen))).toEqual([]);
    expect(door.seen.flatMap(({ parameters }) => parameters).length).toBeGreaterThan(40);
  }, 60_000);

  it.each([
    ['POST /v1/checkout/sessions', 'payment_method_types.0'],
    ['POST /v1/checkout/sessions', 'line_items.0.price_data.unit_ammount'],
    ['POST /v1/checkout/sessions', 'line_items.price_data'],
    ['POST /v1/checkout/sessions', 'payment_intent_data.meta.payment_id'],
    ['GET /v1/checkout/sessions', 'client_reference_id'],
    ['POST /v1/customers', 'account_id'],
    ['POST /v1/refunds', 'cents'],
    ['GET /v1/disputes', 'session'],
    ['POST /v1/subscriptions', 'customer'],
  ])('are caught when %s has %s', (request, name) => {
    expect(sdk.faultsOf(asking(request, name))).toHaveLength(1);
  });

  it.each([
    ['POST /v1/checkout/sessions', 'line_items.0.price_data.product_data.name'],
    ['POST /v1/checkout/sessions', 'metadata.anything'],
    ['GET /v1/checkout/sessions/cs_test_1', 'expand.0'],
  ])('are accepted when %s has %s', (request, name) => {
    expect(sdk.faultsOf(asking(request, name))).toEqual([]);
  });
});
