import { renderMails } from '@precis/notifications/templates/render-mails';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { axeFindings } from './axe-findings.ts';
import { mailOf, SANDBOX_STATES, SandboxPages } from './sandbox-states.ts';
import { useBrowser } from './stage.ts';
import { watchedPage } from './watched-page.ts';

const SCHEMES = ['light', 'dark'] as const;
const WIDTHS = [360, 390, 768, 1280];
const SHOWN = ['receipt', 'quota-threshold', 'welcome', 'reset-password', 'verify-email'];
/** A folder for pictures of every page, mail and state, for manual inspection. */
const { PICTURES } = process.env;
const PICTURED = [390, 768, 1440];

describe('the pages of the sandbox', () => {
  let folder: string;
  let pages: SandboxPages;
  const stage = useBrowser();

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'precis-mails-'));
    await renderMails(folder);
    const mails = SHOWN.map((name, place) =>
      mailOf(readFileSync(join(folder, `${name}.txt`), 'utf8'), { id: name, minute: 40 - place }),
    );
    pages = await SandboxPages.start(mails);
    if (PICTURES) mkdirSync(PICTURES, { recursive: true });
  });

  afterAll(async () => {
    await pages?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const cases = Object.keys(SANDBOX_STATES).flatMap((name) => SCHEMES.map((scheme) => [name, scheme] as const));

  it.each(cases)(
    '%s (%s): no complaint, no foreign host, nothing that axe finds, nothing cut off at any width',
    async (name, scheme) => {
      const url = await SANDBOX_STATES[name](pages);
      const watched = await watchedPage(stage.browser, new URL(url).origin, { scheme });
      try {
        const { page } = watched;
        const answer = await page.goto(url);
        expect(answer?.status()).toBe(200);
        expect(answer?.headers()['content-security-policy']).toMatch(/^default-src 'none';(?!.*unsafe)/);
        expect(await page.locator('h1').count()).toBe(1);
        expect(await page.locator('header.banner').innerText()).toMatch(/^(TEST MODE|SANDBOX)/);
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 900 });
          expect({ width, found: await axeFindings(page), wide: await overflow(page) }).toEqual({
            width,
            found: [],
            wide: false,
          });
        }
        expect(watched.complaints).toEqual([]);
        await picture(page, `${name}-${scheme}`);
      } finally {
        await watched.context.close();
      }
    },
  );

  it('every checkout states first that no real money moves', async () => {
    const watched = await watchedPage(stage.browser, '');
    for (const url of [await pages.card(), await pages.crypto(), await pages.claim()]) {
      await watched.page.goto(url);
      expect(await watched.page.locator('body > :first-child').innerText()).toContain('Sandbox: no real money moves.');
    }
    await watched.context.close();
  });

  it('can be used with only the keyboard: sign in, pay by card, pay by crypto, search the mailbox', async () => {
    const { context, page } = await watchedPage(stage.browser, '');
    await page.goto(await pages.signIn());
    await page.keyboard.press('Tab');
    await page.keyboard.type('ann@example.com');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Ann');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/api\/auth\/google\/callback\?.*code=/);

    await page.goto(await pages.card());
    await tabTo(page, 'Pay $81.00');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/payment\/success\?session_id=cs_test_/);

    await page.goto(await pages.crypto());
    await tabTo(page, 'Pay the exact amount');
    await page.keyboard.press('Space');
    await tabTo(page, 'Confirm a block');
    await page.keyboard.press('Enter');
    await page
      .getByRole('status')
      .filter({ hasText: /^Paid$/ })
      .waitFor();
    await tabTo(page, 'Return to the shop');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/payment\/success/);

    await page.goto(pages.mailbox());
    await page.keyboard.press('Tab');
    await page.keyboard.type('nobody@example.com');
    await page.keyboard.press('Enter');
    await page.getByText('There is no mail yet.').waitFor();
    await context.close();
  });

  it.each(SCHEMES)('every mail (%s): loads nothing, fits a phone, and has readable text', async (scheme) => {
    const names = readdirSync(folder).filter((name) => name.endsWith('.html') && name !== 'index.html');
    expect(names.length).toBeGreaterThan(15);
    const watched = await watchedPage(stage.browser, '', { scheme, width: 360 });
    const asked: string[] = [];
    watched.page.on('request', (request) => asked.push(request.url()));
    for (const name of names) {
      const url = pathToFileURL(join(folder, name)).href;
      await watched.page.goto(url);
      expect({
        name,
        found: await axeFindings(watched.page, ['wcag2a', 'wcag2aa', 'wcag21aa']),
        wide: await overflow(watched.page),
      }).toEqual({ name, found: [], wide: false });
      expect(asked.splice(0)).toEqual([url]);
      await picture(watched.page, `mail ${name}-${scheme}`);
    }
    expect(watched.complaints).toEqual([]);
    await watched.context.close();
  });
});

/** Whether anything extends beyond the side of the screen. */
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

/** Moves by Tab to the button or link of this name. */
async function tabTo(page: Page, name: string): Promise<void> {
  await page.getByText(name, { exact: true }).waitFor();
  const at: (string | null)[] = [];
  while (at.length < 20) {
    await page.keyboard.press('Tab');
    at.push(await page.evaluate(() => document.activeElement?.textContent ?? null));
    if (at.at(-1) === name) return;
  }
  throw new Error(`Tab never came to ${name}, but to ${at.join(', ')}`);
}

async function picture(page: Page, name: string): Promise<void> {
  if (!PICTURES) return;
  for (const width of PICTURED) {
    await page.setViewportSize({ width, height: width < 800 ? 844 : 900 });
    const file = `${name.replaceAll(/[^a-z0-9]+/g, '-')}-${width}.png`;
    await page.screenshot({ path: join(PICTURES, file), fullPage: true });
  }
}
