import { eventually } from '@precis/testing/eventually';
import type { Locator, Page } from 'playwright-core';
import { newCustomer } from './journeys/buyer.ts';
import { STEP_LIMIT_MS } from './journeys/visitor.ts';
import { useStage } from './stage.ts';
import { type WatchedPage, watchedPage } from './watched-page.ts';

const LOGGED_OUT = 'You have been logged out';
const WIDTH = 1280;

describe('logout and toasts', () => {
  const stage = useStage();
  let page: Page;
  let toasts: WatchedPage['toasts'];

  beforeEach(async () => {
    ({ page, toasts } = await watchedPage(stage.browser, stage.deployment.url, { width: WIDTH }));
  });

  afterEach(() => page.context().close());

  const storedToken = () => page.evaluate(() => localStorage.getItem('token'));
  const statusOf = async (token: string) =>
    (await fetch(`${stage.deployment.url}/api/auth/me`, { headers: { authorization: `Bearer ${token}` } })).status;

  /** Signed in once, like after a login. If the token were set again with each document, nothing could end the session. */
  async function openSignedIn(path: string): Promise<string> {
    const { token } = await newCustomer(stage.deployment, 'Lars');
    await page.goto(`${stage.deployment.url}/terms`);
    await page.evaluate((value) => localStorage.setItem('token', value), token);
    await page.goto(stage.deployment.url + path);
    return token;
  }

  /** A toast disappears after seconds, and a busy machine may check later, so the page records its text. */
  async function logOut(): Promise<void> {
    await page.locator('header button[aria-expanded]').click();
    await Promise.all([
      page.waitForURL(`${stage.deployment.url}/`, { waitUntil: 'commit' }),
      page.getByRole('button', { name: 'Logout' }).click(),
    ]);
    await eventually(
      'the toast',
      async () => (await toasts().catch(() => [] as string[])).includes(LOGGED_OUT),
      STEP_LIMIT_MS,
    );
  }

  /** Toasts of the app slide in, so this waits for their final place. */
  const atTopRight = (toast: Locator) =>
    eventually('the toast at the top right', async () => {
      const box = await toast.boundingBox();
      return box !== null && box.y < 120 && box.x > WIDTH / 2 && box.x + box.width <= WIDTH;
    });

  /** How long the next alert about the password is shown, by the page's own clock, because this process may check late. */
  const nextAlertMs = () =>
    page.evaluate(
      () =>
        new Promise<number>((gone) => {
          let sinceMs: number | undefined;
          new MutationObserver(() => {
            const alerts = [...document.querySelectorAll('[role="alert"]')];
            if (alerts.some(({ textContent }) => /password/i.test(textContent ?? ''))) sinceMs ??= performance.now();
            else if (sinceMs !== undefined) gone(performance.now() - sinceMs);
          }).observe(document.body, { subtree: true, childList: true, characterData: true });
        }),
    );

  it('Logout removes the token, ends the session at the server and goes to / (WEB-8)', async () => {
    const token = await openSignedIn('/pricing');
    await logOut();
    expect(await storedToken()).toBeNull();
    await page.getByRole('link', { name: 'Login' }).waitFor();
    await eventually('the session ends', async () => (await statusOf(token)) === 401, STEP_LIMIT_MS);
  });

  it('Logout removes the token and goes to / when the call fails (WEB-8)', async () => {
    await openSignedIn('/pricing');
    await page.route('**/api/auth/logout', (route) => route.abort());
    await logOut();
    expect(await storedToken()).toBeNull();
    await page.getByRole('link', { name: 'Login' }).waitFor();
  });

  it('toasts of the landing page are at the top right and disappear by themselves (WEB-31)', async () => {
    await openSignedIn('/pricing');
    await logOut();
    await atTopRight(page.getByText(LOGGED_OUT));
    await page.getByText(LOGGED_OUT).waitFor({ state: 'detached' });
  });

  it('toasts of all other pages are at the top right and disappear by themselves, not before 4 s (WEB-31)', async () => {
    await page.goto(`${stage.deployment.url}/login`);
    await page.getByLabel('E-mail').fill('nobody@example.com');
    await page.getByRole('textbox', { name: 'Password' }).fill('not-the-password');
    const shownMs = nextAlertMs();
    await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
    await atTopRight(
      page
        .getByRole('alert')
        .filter({ hasText: /password/i })
        .last(),
    );
    expect(await shownMs).toBeGreaterThan(4_000);
  });
});
