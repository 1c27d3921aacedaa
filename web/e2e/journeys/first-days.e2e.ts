import { useStage } from '../stage.ts';
import { failedLoad, freshPerson, Visitor } from './visitor.ts';

const QUOTA_REFUSED = failedLoad('429 (Too Many Requests)');

describe('the first days of a customer', () => {
  const stage = useStage();
  let visitor: Visitor;
  let key: string;
  const person = freshPerson('Nadia');
  const region = (name: string) => visitor.page.getByRole('region', { name });
  const used = (text: string) => region('This month').getByText(text).waitFor();

  beforeAll(async () => {
    visitor = await Visitor.arrive(stage.browser, stage.deployment.url);
  }, 180_000);

  it('lead from the landing page by the link of a mail to the dashboard (WEB-14, WEB-15, WEB-10)', async () => {
    await visitor.open('/');
    await visitor.page.getByRole('link', { name: 'Get Started' }).first().click();
    await visitor.arrivedAt('/register');
    await visitor.register(person);
    await visitor.told('Registration successful! Please check your email to verify your account.');
    await visitor.followMail(person, '/verify-email');
    await visitor.told('Email verified successfully!');
    await visitor.arrivedAt('/dashboard');
    await visitor.reads(`Hello, ${person.name}`);
  });

  it('bring a key that is shown once it is made, masked after, and opens the API (WEB-24)', async () => {
    await visitor.press('link', 'Generate API Key');
    await visitor.arrivedAt('/api-keys');
    await visitor.press('button', 'Generate API Key');
    await visitor.told('API key generated successfully!');
    const shown = visitor.page.getByTestId('api-key');
    key = (await shown.textContent())!;
    expect(key).toMatch(/^prc_[0-9A-Za-z]{46}$/);
    await visitor.page.reload();
    await shown.waitFor();
    expect(await shown.textContent()).not.toContain(key.slice(8));
  });

  it('bring summaries in the playground, each counted (WEB-27, WEB-28)', async () => {
    await visitor.page.getByRole('link', { name: 'Playground', exact: true }).first().click();
    await visitor.arrivedAt('/playground');
    await used('of 3');
    await visitor.summarise(/^How a canal lock/);
    await visitor.page.getByRole('heading', { name: /^How a canal lock/ }).waitFor();
    await visitor.told('Video summarized successfully!');
    await used('2 left.');
    await visitor.summarise(/^Waking up a bicycle/);
    await visitor.page.getByRole('heading', { name: /^Waking up a bicycle/ }).waitFor();
    await used('1 left.');
  });

  it('end at the limit of Free: the server refuses in its own words, and the playground locks (WEB-28, QUOTA-8)', async () => {
    // The last video is used through the API, so the open page does not know of it: it asks, and is refused.
    const { status } = await fetch(`${stage.deployment.url}/api/youtube/summarize`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      body: JSON.stringify({ url: 'https://youtu.be/precisDemo1' }),
    });
    expect(status).toBe(200);
    await visitor.summarise(/^What time is it/);
    const text = 'Monthly video limit reached. Please upgrade your plan or wait for the reset.';
    await visitor.page.getByRole('alert').getByText(text).waitFor();
    await used('0 left.');
    expect(await visitor.page.getByRole('button', { name: 'Limit Reached' }).isDisabled()).toBe(true);
    await visitor.reads('You have used all videos of this month.');
    expect(visitor.complaints.splice(0)).toEqual([QUOTA_REFUSED]);
  });

  it('continue after an upgrade by card, which the dashboard shows (WEB-18, WEB-21, PAY-17)', async () => {
    await visitor.page.getByRole('alert').getByRole('link', { name: 'Upgrade your plan' }).click();
    await visitor.arrivedAt('/pricing');
    const atCheckout = await visitor.orderByCard('Basic', 'Monthly', '$9.00');
    await visitor.payByCard('$9.00');
    // One complaint for its page, and one for the press of its button.
    expect(visitor.complaints.splice(0)).toEqual([atCheckout, atCheckout]);
    await visitor.reads('The dashboard opens in 5 seconds.');
    await visitor.arrivedAt('/dashboard');
    await region('Monthly usage').getByText('of 100').waitFor();
    await region('Subscription').getByText('Basic').waitFor();

    await visitor.page.getByRole('link', { name: 'Playground', exact: true }).first().click();
    await used('97 left.');
    await visitor.summarise(/^What time is it/);
    await visitor.page.getByRole('heading', { name: /^What time is it/ }).waitFor();
    await used('96 left.');
    await visitor.page.getByRole('link', { name: 'Dashboard', exact: true }).first().click();
    await region('Monthly usage').getByText('96 left').waitFor();
  });

  it('cause no complaint of the browser and no request to another host', () => {
    expect(visitor.complaints).toEqual([]);
  });
});
