import { useStage } from '../stage.ts';
import { asked, type Customer, earn, newCustomer, signedIn } from './buyer.ts';
import type { Visitor } from './visitor.ts';

/** The balance after earning 15% of a year of Basic, and the rest after buying a month of it. */
const [EARNED, LEFT] = [12.6, 3.6];

describe('buying from the wallet', () => {
  const stage = useStage();
  let customer: Customer;
  let visitor: Visitor;
  const pay = () => visitor.page.getByRole('button', { name: /^Pay \$/ });
  const rowsOf = (section: string) => visitor.page.getByRole('region', { name: section }).locator('tbody tr');

  beforeAll(async () => {
    customer = await newCustomer(stage.deployment, 'Wanda');
    await earn(stage.deployment, customer, { plan: 'basic', duration: 'yearly' }, EARNED);
    visitor = await signedIn(stage.browser, stage.deployment, customer);
  }, 180_000);

  it('is not offered for more than it holds, and shows why (WEB-20, PAY-21)', async () => {
    await visitor.open('/pricing');
    await visitor.page.getByRole('banner').getByText('$12.60').waitFor();
    await visitor.choose('Yearly');
    await visitor.press('button', 'Choose Basic');
    await visitor.choose('Wallet');
    await visitor.page
      .getByRole('alert')
      .getByText('Insufficient wallet balance to complete this transaction.')
      .waitFor();
    expect(await pay().isDisabled()).toBe(true);
  });

  it('charges the price once, although the button is clicked twice (WEB-20, PAY-20)', async () => {
    const orders: string[] = [];
    visitor.page.on('request', (request) => {
      if (request.url().endsWith('/api/payment/create-session')) orders.push(request.method());
    });
    await visitor.choose('Monthly');
    await visitor.page.getByRole('button', { name: 'Pay $9.00' }).dblclick();
    await visitor.page.getByRole('button', { name: 'Current Plan' }).waitFor();
    await visitor.page.getByRole('banner').getByText('$3.60').waitFor();
    expect(await visitor.page.getByRole('button', { name: 'Current Plan' }).isDisabled()).toBe(true);
    expect(orders).toEqual(['POST']);
  });

  it('shows one payment and one debit, and the plan is active (WEB-23, PAY-53)', async () => {
    await visitor.open('/profile?tab=billing');
    await rowsOf('Payment history').first().waitFor();
    expect(await rowsOf('Payment history').count()).toBe(1);
    expect(await rowsOf('Payment history').first().textContent()).toMatch(/Basic.*Wallet.*\$9\.00.*Completed/);
    await rowsOf('Wallet statement').first().waitFor();
    const entries = (await rowsOf('Wallet statement').allTextContents()).join('\n');
    expect(entries).toMatch(/^[^\n]*Payment-\$9\.00\$3\.60\n[^\n]*Referral commission\$12\.60\$12\.60$/);
    await visitor.page
      .getByRole('region', { name: 'Subscription' })
      .getByText(/^Basic, until /)
      .waitFor();
    const { wallet_balance: left, entries: kept } = await asked<{ wallet_balance: number; entries: object[] }>(
      stage.deployment,
      '/api/wallet/statement',
      customer,
    );
    expect([left, kept.length]).toEqual([LEFT, 2]);
  });

  it('causes no complaint of the browser and no request to another host', () => {
    expect(visitor.complaints).toEqual([]);
  });
});
