import { useStage } from '../stage.ts';
import { Keyboard } from './keyboard.ts';
import { freshPerson, Visitor } from './visitor.ts';

describe('with only the keyboard', () => {
  const stage = useStage();

  it('a visitor registers, opens the link of the mail and makes a key, and the focus is always visible (WEB-15, WEB-24)', async () => {
    const visitor = await Visitor.arrive(stage.browser, stage.deployment.url);
    const { page } = visitor;
    const keys = new Keyboard(page);
    const { name, email, password } = freshPerson('Tabea');
    const type = async (label: string, text: string) => {
      await keys.walkTo(page.getByLabel(label, { exact: true }));
      await page.keyboard.type(text);
    };

    await visitor.open('/');
    await keys.skipToContent();
    await keys.open(page.getByRole('main').getByRole('link', { name: 'Get Started' }).first());
    await visitor.arrivedAt('/register');
    await page.getByLabel('Name', { exact: true }).waitFor();
    await keys.skipToContent();
    await type('Name', name);
    await type('E-mail', email);
    await type('Password', password);
    await type('Repeat the password', 'something else');
    await keys.press('Enter');
    await visitor.reads('Passwords do not match');
    // The invalid field has the focus. Its text can be shown by Shift+Tab, and typed again.
    const repeated = page.getByLabel('Repeat the password', { exact: true });
    expect(await repeated.evaluate((field) => field === document.activeElement)).toBe(true);
    await keys.walkTo(page.getByRole('button', { name: 'Show repeat the password' }), true);
    await keys.press('Space');
    expect(await repeated.getAttribute('type')).toBe('text');
    await keys.walkTo(repeated);
    await keys.press('Control+A');
    await page.keyboard.type(password);
    await keys.open(page.getByRole('button', { name: 'Sign Up' }));
    await visitor.arrivedAt('/login');

    await keys.open(page.getByRole('main').getByRole('link', { name: 'Open the sandbox mailbox' }));
    await visitor.arrivedAt('/sandbox/mailbox');
    // Reloads the page until the mail is there.
    await visitor.mailWith(email, '/verify-email');
    await keys.open(page.locator('article a[href*="/verify-email"]').first());
    await visitor.told('Email verified successfully!');
    await visitor.arrivedAt('/dashboard');

    await keys.open(page.getByRole('main').getByRole('link', { name: 'Generate API Key' }));
    await visitor.arrivedAt('/api-keys');
    await keys.open(page.getByRole('button', { name: 'Generate API Key' }));
    await visitor.told('API key generated successfully!');
    const key = page.getByTestId('api-key');
    expect(await key.textContent()).toMatch(/^prc_[0-9A-Za-z]{46}$/);
    await keys.walkTo(page.getByRole('button', { name: 'Hide', exact: true }));
    await keys.press('Space');
    expect(await key.textContent()).toMatch(/^prc_\w{4}•+$/);
    expect({ unseen: keys.unseen, complaints: visitor.complaints }).toEqual({ unseen: [], complaints: [] });
    await visitor.leave();
  });
});
