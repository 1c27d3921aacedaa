import { eventually } from '@precis/testing/eventually';
import { useStage } from '../stage.ts';
import { freshPerson, STEP_LIMIT_MS, Visitor } from './visitor.ts';

describe('a referral', () => {
  const stage = useStage();
  let referrer: Visitor;
  let friend: Visitor;
  const [ruth, finn] = [freshPerson('Ruth'), freshPerson('Finn')];
  const balance = (visitor: Visitor) =>
    visitor.page.getByRole('banner').getByRole('link', { name: 'Click to view referrals and earn more' });

  /** Waits until the header shows this balance; an open page shows the balance of its last load. */
  const showsBalance = (visitor: Visitor, expected: string) =>
    afterReloads(`${expected} in the header`, visitor, async () => {
      await balance(visitor).waitFor();
      return (await balance(visitor).textContent()) === expected;
    });

  beforeAll(async () => {
    referrer = await Visitor.arrive(stage.browser, stage.deployment.url);
    friend = await Visitor.arrive(stage.browser, stage.deployment.url);
  }, 180_000);

  it('link leads a friend to the registration with its code filled in, which is accepted (WEB-29, WEB-15)', async () => {
    await referrer.signUp(ruth);
    await showsBalance(referrer, '$0.00');
    await balance(referrer).click();
    await referrer.arrivedAt('/referrals');
    await referrer.reads('No referrals yet');
    const facts = referrer.page.locator('dd code');
    await facts.nth(1).waitFor();
    const [link, code] = await facts.allTextContents();
    expect(new URL(link).origin).toBe(stage.deployment.url);

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
    await afterReloads('the referral counted', referrer, async () => {
      await figure.filter({ hasText: /\d/ }).waitFor();
      return (await figure.textContent()) === '1';
    });
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

  it('causes no complaint of either browser and no request to another host', () => {
    expect([referrer.complaints, friend.complaints]).toEqual([[], []]);
  });
});

/** Reloads the page until it shows the expected content. */
function afterReloads(what: string, { page }: Visitor, isShown: () => Promise<boolean>): Promise<boolean> {
  const looked = async () => (await isShown()) || (await page.reload(), false);
  return eventually(what, looked, STEP_LIMIT_MS);
}
