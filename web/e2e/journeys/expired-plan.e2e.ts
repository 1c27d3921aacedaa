import { useOwnStage } from '../stage.ts';
import {
  asked,
  buyByCard,
  complaintsBut,
  type Customer,
  newCustomer,
  planOf,
  signedIn,
  withoutHaste,
} from './buyer.ts';
import type { Visitor } from './visitor.ts';

describe('a plan that has ended', () => {
  const stage = useOwnStage();
  let customer: Customer;
  let visitor: Visitor;
  let end: string;
  const region = (name: string) => visitor.page.getByRole('region', { name });

  beforeAll(async () => {
    customer = await newCustomer(stage.deployment, 'Enno');
    await buyByCard(stage.deployment, customer, { plan: 'basic', duration: 'monthly' });
    await stage.deployment.advanceDays(40);
    // A session does not live that long.
    const { email, password } = customer;
    customer = {
      ...customer,
      ...(await asked<{ token: string }>(stage.deployment, '/api/auth/login', { body: { email, password } })),
    };
    end = dayOf((await planOf(stage.deployment, customer.token)).subscription.endDate!);
    visitor = await signedIn(stage.browser, stage.deployment, customer);
  }, 180_000);

  it('is shown on the dashboard as inactive with its day and the limit of Free (WEB-17, PAY-8)', async () => {
    await visitor.open('/dashboard');
    const card = region('Subscription');
    await card.getByText('Inactive', { exact: true }).waitFor();
    await card.getByText('Basic').waitFor();
    await card.getByText(`Your plan expired on ${end}.`).waitFor();
    await card.getByRole('link', { name: 'Renew Plan' }).waitFor();
    expect(await card.getByText('Cancel subscription').count()).toBe(0);
    await region('Monthly usage').getByText('of 3').waitFor();
  });

  it('can be renewed from the profile, which shows it as expired (WEB-23)', async () => {
    await visitor.open('/profile?tab=billing');
    await region('Subscription').getByText(`Basic, expired on ${end}`).waitFor();
    await region('Subscription').getByRole('link', { name: 'Renew Plan' }).click();
    await visitor.arrivedAt('/pricing');
  });

  it('is named as expired among the plans, and the order says that it renews (WEB-19)', async () => {
    await visitor.page
      .getByRole('status')
      .getByText(`Your Basic plan expired on ${end}. Renew it to get its limit back.`)
      .waitFor();
    const card = visitor.page.getByRole('article', { name: 'Basic' });
    await card.getByText('Your Expired Plan').waitFor();
    await card.getByRole('button', { name: 'Renew Plan' }).click();
    await region('Order summary').getByText('You are renewing your expired plan.').waitFor();
    expect(await visitor.page.getByRole('button', { name: 'Current Plan' }).count()).toBe(0);
  });

  it('is active again once it is paid by card (WEB-21, PAY-17)', async () => {
    await withoutHaste(visitor);
    await visitor.choose('Monthly');
    await visitor.choose('Credit card');
    await visitor.press('button', 'Pay $9.00');
    await visitor.page.getByText('TEST MODE').waitFor();
    await visitor.payByCard('$9.00');
    await visitor.press('link', 'Go to dashboard');
    await visitor.arrivedAt('/dashboard');
    const card = region('Subscription');
    await card.getByText('Active', { exact: true }).waitFor();
    await card.getByText('Basic').waitFor();
    await region('Monthly usage').getByText('of 100').waitFor();
    await visitor.open('/pricing');
    await visitor.page.getByRole('article', { name: 'Basic' }).getByRole('button', { name: 'Current Plan' }).waitFor();
    expect(await visitor.page.getByText('Your Expired Plan').count()).toBe(0);
    await visitor.open('/profile?tab=billing');
    await region('Subscription')
      .getByText(/^Basic, until /)
      .waitFor();
    expect(await region('Payment history').locator('tbody tr').count()).toBe(2);
  });

  it('causes no complaint of the browser and no request to another host', () => {
    expect(complaintsBut(visitor, stage.deployment.checkouts)).toEqual([]);
  });
});

/** Formats unix seconds as the app does: `21 Nov 2026`, in UTC. */
function dayOf(seconds: number): string {
  const at = new Date(seconds * 1_000);
  const month = at.toLocaleString('en-US', { month: 'short', timeZone: 'UTC' });
  return `${at.getUTCDate()} ${month} ${at.getUTCFullYear()}`;
}
