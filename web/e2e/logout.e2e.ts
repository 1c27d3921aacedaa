import type { Browser, Locator, Page } from 'playwright-core';
import { Deployment } from './deployment';
import { openBrowser, watchedPage } from './watched-page';

const LOGGED_OUT = 'You have been logged out';
const WIDTH = 1280;
const soon = () => new Promise((wait) => setTimeout(wait, 100));

describe('leaving, and what toasts say', () => {
  let deployment: Deployment;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    deployment = await Deployment.start();
    browser = await openBrowser();
  }, 180_000);

  beforeEach(async () => {
    ({ page } = await watchedPage(browser, deployment.url, { width: WIDTH }));
  });

  afterEach(() => page.context().close());

  afterAll(async () => {
    await browser?.close();
    await deployment?.stop();
  });

  const storedToken = () => page.evaluate(() => localStorage.getItem('token'));
  const statusOf = async (token: string) =>
    (await fetch(`${deployment.url}/api/auth/me`, { headers: { authorization: `Bearer ${token}` } })).status;

  /** Signed in once, as a login leaves it: not again with each document, or nothing could end the session. */
  async function openSignedIn(path: string): Promise<string> {
    const token = await deployment.session();
    await page.goto(`${deployment.url}/terms`);
    await page.evaluate((value) => localStorage.setItem('token', value), token);
    await page.goto(deployment.url + path);
    return token;
  }

  /** The toast goes after seconds, and a busy machine may take longer to load the page: it is awaited from before the click. */
  async function logOut(): Promise<void> {
    await page.locator('header button[aria-expanded]').click();
    const toast = page.getByText(LOGGED_OUT).waitFor();
    await Promise.all([
      toast,
      page.waitForURL(`${deployment.url}/`, { waitUntil: 'commit' }),
      page.getByRole('button', { name: 'Logout' }).click(),
    ]);
  }

  /** Waits until it stands there: toasts of the app slide in. */
  async function atTopRight(toast: Locator): Promise<void> {
    const { x, y, width } = (await toast.boundingBox())!;
    if (y < 120 && x > WIDTH / 2 && x + width <= WIDTH) return;
    await soon();
    await atTopRight(toast);
  }

  it('Logout removes the token, ends the session at the server and goes to / (WEB-8)', async () => {
    const token = await openSignedIn('/pricing');
    await logOut();
    expect(await storedToken()).toBeNull();
    await page.getByRole('link', { name: 'Login' }).waitFor();
    while ((await statusOf(token)) !== 401) await soon();
  });

  it('Logout removes the token and goes to / when the call fails (WEB-8)', async () => {
    await openSignedIn('/pricing');
    await page.route('**/api/auth/logout', (route) => route.abort());
    await logOut();
    expect(await storedToken()).toBeNull();
    await page.getByRole('link', { name: 'Login' }).waitFor();
  });

  it('toasts of the landing page stand at the top right and go by themselves (WEB-31)', async () => {
    await openSignedIn('/pricing');
    await logOut();
    await atTopRight(page.getByText(LOGGED_OUT));
    await page.getByText(LOGGED_OUT).waitFor({ state: 'detached' });
  });

  it('toasts of all other pages stand at the top right and go by themselves, not before 4 s (WEB-31)', async () => {
    await page.goto(`${deployment.url}/login`);
    await page.getByLabel('E-mail').fill('nobody@example.com');
    await page.getByRole('textbox', { name: 'Password' }).fill('not-the-password');
    await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
    const toast = page
      .getByRole('alert')
      .filter({ hasText: /password/i })
      .last();
    await toast.waitFor();
    const shownMs = Date.now();
    await atTopRight(toast);
    await toast.waitFor({ state: 'detached' });
    expect(Date.now() - shownMs).toBeGreaterThan(4_000);
  });
});
