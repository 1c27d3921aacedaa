import { useStage } from '../stage.ts';
import { complaintsBut, newCustomer, signedIn, withoutHaste } from './buyer.ts';
import { Keyboard } from './keyboard.ts';

describe('with only the keyboard', () => {
  const stage = useStage();

  it('a video is summarised, read and copied, and the focus is always visible (WEB-27)', async () => {
    const visitor = await signedIn(stage.browser, stage.deployment, await newCustomer(stage.deployment, 'Kim'));
    const { page } = visitor;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: stage.deployment.url });
    const keys = new Keyboard(page);
    await visitor.open('/playground');
    await visitor.reads('Three ways to read a video');
    await page.evaluate(() => navigator.clipboard.writeText('https://youtu.be/precisDemo1'));

    await keys.skipToContent();
    const address = page.getByLabel('YouTube address');
    await keys.walkTo(address);
    await keys.press('Control+V');
    expect(await address.inputValue()).toBe('https://youtu.be/precisDemo1');
    const lengths = page.getByRole('group', { name: 'Summary type' });
    await keys.choose(lengths.getByRole('radio', { name: 'Short' }), lengths.getByRole('radio', { name: 'Auto' }));
    await keys.open(page.getByRole('button', { name: 'Show Summary' }), true);

    // The requested content gets the focus, where a screen reader continues.
    const title = page.getByRole('article').getByRole('heading', { level: 2 });
    await title.waitFor();
    expect(await title.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await page.getByRole('article').getByText('Short', { exact: true }).count()).toBeGreaterThan(0);
    await keys.open(page.getByRole('article').getByRole('button', { name: 'Copy' }));
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    const views = page.getByRole('group', { name: 'How to show the summary' });
    await keys.choose(
      views.getByRole('radio', { name: 'Plain text' }),
      views.getByRole('radio', { name: 'Reading' }),
      true,
    );
    expect(copied).toMatch(/\S/);
    expect(await page.getByRole('textbox', { name: 'Summary as plain text' }).inputValue()).toBe(copied);
    expect({ unseen: keys.unseen, complaints: visitor.complaints }).toEqual({ unseen: [], complaints: [] });
    await visitor.leave();
  });

  it('a plan is chosen and paid by card, and the focus is always visible (WEB-18, WEB-21)', async () => {
    const visitor = await signedIn(stage.browser, stage.deployment, await newCustomer(stage.deployment, 'Kit'));
    const { page } = visitor;
    await withoutHaste(visitor);
    const keys = new Keyboard(page);
    await visitor.open('/dashboard');
    await keys.skipToContent();
    await keys.open(page.getByRole('region', { name: 'Subscription' }).getByRole('link', { name: 'See plans' }));
    await visitor.arrivedAt('/pricing');

    const periods = page.getByRole('group', { name: 'Billing period' });
    await keys.choose(periods.getByRole('radio', { name: 'Monthly' }), periods.getByRole('radio', { checked: true }));
    await keys.open(page.getByRole('button', { name: 'Choose Basic' }));
    const methods = page.getByRole('group', { name: 'Pay with' });
    await keys.choose(
      methods.getByRole('radio', { name: 'Credit card' }),
      methods.getByRole('radio', { checked: true }),
    );
    await keys.open(page.getByRole('button', { name: 'Pay $9.00' }));

    await page.getByText('TEST MODE').waitFor();
    await keys.open(page.getByRole('button', { name: 'Pay $9.00' }));
    await visitor.arrivedAt('/payment/success');
    await page.getByRole('heading', { name: 'Payment received' }).waitFor();
    await keys.skipToContent();
    await keys.open(page.getByRole('link', { name: 'Go to dashboard' }));
    await visitor.arrivedAt('/dashboard');
    await page.getByRole('region', { name: 'Subscription' }).getByText('Basic').waitFor();
    const complaints = complaintsBut(visitor, stage.deployment.checkouts);
    expect({ unseen: keys.unseen, complaints }).toEqual({ unseen: [], complaints: [] });
    await visitor.leave();
  });

  it('a stop without a visible focus is detected', async () => {
    const visitor = await signedIn(stage.browser, stage.deployment, await newCustomer(stage.deployment, 'Kaj'));
    const { page } = visitor;
    await visitor.open('/playground');
    const chosen = page.getByRole('radio', { name: 'Auto' });
    await chosen.waitFor();
    await page.evaluate(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('fieldset * { outline: none !important }');
      document.adoptedStyleSheets = [sheet];
    });
    const keys = new Keyboard(page);
    await keys.walkTo(chosen);
    expect(keys.unseen).toEqual([expect.stringMatching(/^input /)]);
    await visitor.leave();
  });
});
