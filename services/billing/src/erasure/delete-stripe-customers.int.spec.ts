import { EVENTS } from '@precis/events/catalogue/events';
import { eventually } from '@precis/testing/eventually';
import { BROKEN } from '../testing/stripe-door.js';
import { type Bought, StripeBilling } from '../testing/stripe-billing.js';
import { DeleteStripeCustomers } from './delete-stripe-customers.usecase.js';

let billing: StripeBilling;
beforeAll(async () => void (billing = await StripeBilling.open()));
afterAll(() => billing?.close());
beforeEach(() => {
  billing.door.intercept = (_seen, handOn) => handOn();
  billing.door.seen.length = 0;
});

const rowsOf = ({ accountId }: Bought) =>
  billing.world.rows<{ tries: number; erased: boolean }>(
    'SELECT tries, erased_at IS NOT NULL AS erased FROM stripe_customers WHERE account_id = $1',
    [accountId],
  );
const deletions = () => billing.door.seen.filter(({ method }) => method === 'DELETE').length;
const deleteThem = () => billing.running.app.nest.get(DeleteStripeCustomers, { strict: false }).execute();

async function customerOf({ sessionId }: Bought): Promise<string> {
  const { customer } = await billing.stripe.checkout.sessions.retrieve(sessionId);
  return customer as string;
}

async function isAtStripe(customer: string): Promise<boolean> {
  return (await billing.stripe.customers.list({ limit: 100 })).data.some(({ id }) => id === customer);
}

async function erase(bought: Bought): Promise<void> {
  await billing.world.publish(EVENTS.userDeleted.of({ userId: bought.accountId }, new Date()));
  await eventually('the account is erased', async () => (await rowsOf(bought)).every(({ erased }) => erased));
}

describe('the customer of an erased account', () => {
  it('is deleted at Stripe, once, and other customers stay (PAY-57)', async () => {
    const [erased, other] = [await billing.buy(), await billing.buy()];
    const customer = await customerOf(erased);
    await billing.at(erased, 'pay');
    await deleteThem();
    expect([deletions(), await isAtStripe(customer)]).toEqual([0, true]);
    await erase(erased);
    // Two copies run together, twice.
    for (let time = 0; time < 2; time++) await Promise.all([deleteThem(), deleteThem()]);
    expect([deletions(), await isAtStripe(customer)]).toEqual([1, false]);
    expect([await rowsOf(erased), await isAtStripe(await customerOf(other))]).toEqual([[], true]);

    // The payments are still known and settled.
    await billing.deliverAll('checkout.session.completed');
    await billing.until(erased, 'completed');
  });

  it('is retried with growing delays while Stripe is unavailable or its answer is lost', async () => {
    const bought = await billing.buy();
    const customer = await customerOf(bought);
    await erase(bought);
    billing.door.intercept = async (seen, handOn) => (seen.method === 'DELETE' ? BROKEN : handOn());
    await deleteThem();
    await deleteThem();
    expect(await rowsOf(bought)).toEqual([{ tries: 1, erased: true }]);
    billing.door.intercept = async (seen, handOn) => {
      const answer = await handOn();
      return seen.method === 'DELETE' ? BROKEN : answer;
    };
    billing.clock.pass(60_000);
    await deleteThem();
    expect([await isAtStripe(customer), await rowsOf(bought)]).toEqual([false, [{ tries: 2, erased: true }]]);
    billing.door.intercept = (_seen, handOn) => handOn();
    billing.clock.pass(60_000);
    await deleteThem();
    expect(await rowsOf(bought)).toEqual([{ tries: 2, erased: true }]);
    billing.clock.pass(180_000);
    await deleteThem();
    expect(await rowsOf(bought)).toEqual([]);
  });
});
