import { useStage } from '../stage.ts';
import { asked, complaintsBut, newCustomer, planOf, signedIn, withoutHaste } from './buyer.ts';
import type { Visitor } from './visitor.ts';

describe('an upgrade by crypto', () => {
  const stage = useStage();

  /** Chooses a month of Basic by crypto; returns the address of the invoice, which is then open. */
  async function order(visitor: Visitor): Promise<string> {
    await visitor.open('/pricing');
    await visitor.choose('Monthly');
    await visitor.press('button', 'Choose Basic');
    await visitor.choose('Crypto');
    await visitor.press('button', 'Pay $9.00');
    await visitor.page.getByRole('heading', { name: 'Pay with Bitcoin' }).waitFor();
    await visitor.reads('Awaiting payment');
    await visitor.reads('$9.00');
    return visitor.page.url();
  }

  const headed = (visitor: Visitor, name: string) => visitor.page.getByRole('heading', { name, level: 1 }).waitFor();

  it('is confirmed on the page that waits for it, and the plan is active (WEB-18, WEB-21, PAY-19)', async () => {
    const customer = await newCustomer(stage.deployment, 'Carla');
    const visitor = await signedIn(stage.browser, stage.deployment, customer);
    await withoutHaste(visitor);
    const invoice = await order(visitor);
    await visitor.press('button', 'Pay the exact amount');
    await visitor.reads('Payment received, waiting for confirmation');
    await visitor.press('link', 'Return to the shop');
    await visitor.arrivedAt('/payment/success');
    await headed(visitor, 'Payment sent');
    await visitor.reads('Being confirmed');
    expect((await planOf(stage.deployment, customer.token)).subscription.plan).toBe('free');
    expect(await visitor.page.getByText('Completed').count()).toBe(0);

    // The first block comes while the page is open; nobody reloads it.
    const loads: string[] = [];
    visitor.page.on('framenavigated', (frame) => loads.push(frame.url()));
    await fetch(`${invoice}/confirm`, { method: 'POST', redirect: 'manual' });
    await headed(visitor, 'Payment received');
    await visitor.reads('Completed');
    await visitor.reads('Thank you. The payment is confirmed.');
    expect(loads).toEqual([]);

    await visitor.press('link', 'Go to dashboard');
    await visitor.arrivedAt('/dashboard');
    const card = visitor.page.getByRole('region', { name: 'Subscription' });
    await card.getByText('Basic').waitFor();
    await card.getByText('Active', { exact: true }).waitFor();
    await visitor.page.getByRole('region', { name: 'Monthly usage' }).getByText('of 100').waitFor();
    await visitor.open('/profile?tab=billing');
    const row = visitor.page.getByRole('row').filter({ hasText: 'Crypto' });
    await row.getByText('Completed').waitFor();
    await row.getByText('$9.00').waitFor();
    expect(complaintsBut(visitor, stage.deployment.checkouts)).toEqual([]);
    await visitor.leave();
  });

  it('whose invoice ends unpaid shows that, stays on its page and leaves the plan as it was (WEB-21, PAY-19)', async () => {
    const customer = await newCustomer(stage.deployment, 'Emil');
    const visitor = await signedIn(stage.browser, stage.deployment, customer);
    await withoutHaste(visitor);
    await order(visitor);
    await visitor.press('button', 'Expire this invoice');
    await visitor.page.getByRole('status').getByText('Expired', { exact: true }).waitFor();
    await visitor.press('link', 'Return to the shop');
    await visitor.arrivedAt('/payment/success');
    await headed(visitor, 'Checkout expired');
    await visitor.reads('The time for this payment has passed. No plan was bought.');
    expect(await visitor.page.getByText('The dashboard opens in 5 seconds.').count()).toBe(0);
    expect((await planOf(stage.deployment, customer.token)).subscription).toMatchObject({
      plan: 'free',
      isActive: true,
    });
    const { history } = await asked<{ history: object[] }>(stage.deployment, '/api/payment/history', customer);
    expect(history).toMatchObject([{ status: 'expired', payment_method: 'crypto' }]);
    await visitor.press('link', 'Back to pricing');
    await visitor.arrivedAt('/pricing');
    await visitor.page.getByRole('button', { name: 'Choose Basic' }).waitFor();
    expect(complaintsBut(visitor, stage.deployment.checkouts)).toEqual([]);
    await visitor.leave();
  });
});
