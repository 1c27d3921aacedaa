import type { Browser } from 'playwright-core';
import { Deployment } from '../deployment';
import { openBrowser } from '../watched-page';
import { freshPerson, STEP_LIMIT_MS, Visitor } from './visitor';

describe('a referral', () => {
  let deployment: Deployment;
  let browser: Browser;
  let referrer: Visitor;
  let friend: Visitor;
  const [ruth, finn] = [freshPerson('Ruth'), freshPerson('Finn')];
  const balance = (visitor: Visitor) =>
    visitor.page.getByRole('banner').getByRole('link', { name: 'Click to view referrals and earn more' });

  /** What the header shows once it is this; a page that is open has the balance of when it was loaded. */
  const showsBalance = async (visitor: Visitor, expected: string) => {
    const end = Date.now() + STEP_LIMIT_MS;
    for (;;) {
      await balance(visitor).waitFor();
      const shown = await balance(visitor).textContent();
      if (shown === expected) return;
      if (Date.now() > end) throw new Error(`the header shows ${shown} instead of ${expected}`);
      await visitor.page.reload();
    }
  };

  beforeAll(async () => {
    deployment = await Deployment.start();
    browser = await openBrowser();
    referrer = await Visitor.arrive(browser, deployment.url);
    friend = await Visitor.arrive(browser, deployment.url);
  }, 180_000);

  afterAll(async () => {
    await browser?.close();
    await deployment?.stop();
  });

  it('link leads a friend to the registration with its code filled in, which is accepted (WEB-29, WEB-15)', async () => {
    await referrer.signUp(ruth);
    await showsBalance(referrer, '$0.00');
    await balance(referrer).click();
    await referrer.arrivedAt('/referrals');
    await referrer.reads('No referrals yet');
    const facts = referrer.page.locator('dd code');
    await facts.nth(1).waitFor();
    const [link, code] = await facts.allTextContents();
    expect(new URL(link).origin).toBe(deployment.url);

    await friend.page.goto(link);
    await friend.arrivedAt('/register');
    expect(await friend.page.getByLabel('Referral code (optional)').inputValue()).toBe(code);
    await friend.register(finn);
    expect(await friend.page.getByText('The referral code was not accepted.').count()).toBe(0);
    await friend.followMail(finn, '/verify-email');
    await friend.arrivedAt('/dashboard');
  });

  it('counts once the friend has verified the address, and has earned nothing yet (REF-9)', async () => {
    await referrer.page.reload();
    const figure = referrer.page.locator('dl > div').filter({ hasText: 'Total referrals' }).locator('dd');
    const end = Date.now() + STEP_LIMIT_MS;
    for (;;) {
      await figure.filter({ hasText: /\d/ }).waitFor();
      if ((await figure.textContent()) === '1') break;
      if (Date.now() > end) throw new Error('the referral is not counted');
      await referrer.page.reload();
    }
    await showsBalance(referrer, '$0.00');
  });

  it('puts 15% of what the friend pays by card into the wallet, in header and history (WEB-12, WEB-29, REF-1)', async () => {
    await friend.open('/pricing');
    const atCheckout = await friend.orderByCard('Medium', 'Yearly', '$276.00');
    await friend.payByCard('$276.00');
    expect(friend.complaints.splice(0)).toEqual([atCheckout, atCheckout]);
    await showsBalance(referrer, '$41.40');
    await showsBalance(friend, '$0.00');
    await balance(referrer).click();
    await referrer.arrivedAt('/referrals');
    const row = referrer.page.getByRole('row').filter({ hasText: '$41.40' });
    await row.getByText('completed', { exact: false }).waitFor();
    expect(await row.innerText()).toMatch(/15/);
  });

  it('passes without a complaint of either browser and without a request to another host', () => {
    expect([referrer.complaints, friend.complaints]).toEqual([[], []]);
  });
});
