import { EVENTS } from '@precis/events/catalogue/events';
import { eventually } from '@precis/testing/eventually';
import { randomUUID } from 'node:crypto';
import { StripeRows } from '../stripe/stripe-rows.repository.js';
import { seen } from '../testing/scripted-provider.js';
import { PayingBilling } from '../testing/paying-billing.js';

let billing: PayingBilling;
beforeAll(async () => void (billing = await PayingBilling.open()));
afterAll(() => billing?.close());

const rows = (sql: string, accountId: string) => billing.world.rows(sql, [accountId]);
const erased = (accountId: string) => rows('SELECT FROM erased_accounts WHERE account_id = $1', accountId);
const quotes = (accountId: string) =>
  rows('SELECT taken_at IS NOT NULL AS taken FROM quotes WHERE account_id = $1', accountId);
const quote = (accountId: string) =>
  billing.running
    .as('gateway')
    .createQuote({ accountId, plan: 'basic', duration: 'yearly', paymentMethod: 'stripe', extend: true });

async function erase(userId: string): Promise<void> {
  await billing.world.publish(EVENTS.userDeleted.of({ userId }, new Date()));
  await eventually('the account is erased', async () => (await erased(userId)).length > 0);
}

describe('user-deleted', () => {
  it('deletes unused quotes and keeps the ledger, also when it arrives twice (PAY-57)', async () => {
    const [accountId, other] = [randomUUID(), randomUUID()];
    await billing.fund(accountId, 5_000);
    const { paymentId } = await billing.order({ accountId, method: 'wallet' });
    for (const id of [accountId, other]) await quote(id);
    await erase(accountId);
    expect([await quotes(accountId), await quotes(other)]).toEqual([[{ taken: true }], [{ taken: false }]]);
    const before = await billing.outcome(accountId);
    expect(before).toMatchObject({ payments: [{ status: 'completed' }], walletCents: 4_100 });

    await billing.world.publishAgain(accountId);
    await billing.world.publish(EVENTS.userDeleted.of({ userId: accountId }, new Date()));
    await erase(randomUUID());
    await eventually('both are handled', async () => {
      const unpublished = await billing.world.rows('SELECT FROM outbox WHERE published_at IS NULL');
      return unpublished.length === 0;
    });
    expect(await erased(accountId)).toHaveLength(1);
    expect(await billing.outcome(accountId)).toEqual(before);
    expect((await billing.payment(paymentId)).status).toBe('completed');
  });

  it('drops the Stripe customer of the account, which waits for its deletion at Stripe', async () => {
    const [accountId, other] = [randomUUID(), randomUUID()];
    const stripe = billing.of(StripeRows);
    for (const id of [accountId, other])
      for (const livemode of [true, false]) await stripe.saveCustomer(id, livemode, `cus_${livemode}_${id}`);
    await erase(accountId);
    expect([await stripe.customerOf(accountId, true), await stripe.customerOf(accountId, false)]).toEqual([
      undefined,
      undefined,
    ]);
    expect(await stripe.customerOf(other, true)).toBe(`cus_true_${other}`);
    for (const livemode of [true, false]) {
      const waiting = await stripe.erasedCustomers(livemode, billing.clock.now(), 100);
      expect(waiting).toContainEqual({ customerId: `cus_${livemode}_${accountId}`, tries: 0 });
    }
  });

  it('credits nothing to the account any more', async () => {
    const userId = randomUUID();
    await erase(userId);
    const commission = { commissionId: randomUUID(), userId, paymentId: randomUUID(), amountCents: 500 };
    await billing.world.publish(EVENTS.commissionApproved.of(commission, new Date()));
    await eventually('the credit is refused', async () => {
      const refused = await billing.world.rows('SELECT FROM refused_commissions WHERE commission_id = $1', [
        commission.commissionId,
      ]);
      return refused.length > 0;
    });
    expect(await billing.wallet(userId)).toBe(0);
  });

  it('leaves an open checkout to expire, and still settles a late payment', async () => {
    const accountId = randomUUID();
    const payment = await billing.opened({ accountId });
    await erase(accountId);
    expect((await billing.payment(payment.id)).status).toBe('pending');
    await billing.settle(payment.id, seen('paid', payment.amountCents));
    expect((await billing.payment(payment.id)).status).toBe('completed');
  });

  it('is recorded also for an account that billing does not know', async () => {
    const userId = randomUUID();
    await erase(userId);
    expect(await erased(userId)).toHaveLength(1);
  });
});
