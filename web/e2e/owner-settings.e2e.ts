import { signedIn } from './journeys/buyer.ts';
import { Visitor } from './journeys/visitor.ts';
import { useOwnStage } from './stage.ts';
import { VIDEO_HOST } from './video-host.ts';
import { watchedPage } from './watched-page.ts';

const MOST_SHIFT = 0.02;

const stage = useOwnStage({
  CONTACT: 'help@precis.example',
  SOCIAL_LINKS: 'microblog=https://micro.example/@precis,community=https://chat.example/precis',
  HERO_VIDEO: 'https://youtu.be/abc_DEF-123',
  PROMO_VIDEO: 'https://www.youtube.com/watch?v=promo-45678',
  // With a mail server, no part of the sandbox replaces what the owner left out.
  SMTP_URL: 'smtp://127.0.0.1:9',
});

describe('what the deployment links to, as it is set when it starts (API-25, WEB-11)', () => {
  /** The page after the links have loaded; `moved`: how much the layout moved when they arrived. */
  const opened = async (width: number, path = '/') => {
    const watched = await watchedPage(stage.browser, stage.deployment.url, { width });
    const { page, layoutShift } = watched;
    let answer = () => undefined as void;
    const mayAnswer = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/api/info', async (route) => (await mayAnswer, route.continue()));
    await page.goto(stage.deployment.url + path);
    await page.locator('h1').waitFor();
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    const before = await layoutShift();
    answer();
    await page.getByRole('link', { name: 'Microblog' }).waitFor({ state: 'attached' });
    await page.waitForLoadState('networkidle');
    const asked = () => watched.videos.asked.map(({ href }) => href);
    return { ...watched, asked, moved: (await layoutShift()) - before };
  };

  it.each([1440, 1280, 961])(
    'the landing page at %i px does not shift, and requests the intro only when it is played',
    async (width) => {
      const { page, context, asked, complaints, moved } = await opened(width);
      try {
        const play = page.getByRole('button', { name: 'Play the intro video' });
        await play.waitFor();
        expect(moved).toBeLessThan(MOST_SHIFT);
        expect(asked().filter((address) => address.includes('abc_DEF-123'))).toEqual([]);
        await play.click();
        await page.frameLocator('iframe[title="Intro video"]').getByText('A video.').waitFor();
        expect(asked()).toContain(`${VIDEO_HOST}/embed/abc_DEF-123?autoplay=1&enablejsapi=1`);
        expect(complaints).toEqual([]);
      } finally {
        await context.close();
      }
    },
  );

  it('a small screen has no intro, and loads the promotional video when it is reached', async () => {
    const { page, context, asked, complaints, moved } = await opened(390);
    try {
      expect(await page.getByRole('button', { name: 'Play the intro video' }).count()).toBe(0);
      expect(moved).toBeLessThan(MOST_SHIFT);
      expect(asked()).toEqual([]);
      await page.locator('iframe[title="Precis in a minute"]').scrollIntoViewIfNeeded();
      await page.frameLocator('iframe[title="Precis in a minute"]').getByText('A video.').waitFor();
      expect(asked()).toEqual([`${VIDEO_HOST}/embed/promo-45678?enablejsapi=1`]);
      expect(complaints).toEqual([]);
    } finally {
      await context.close();
    }
  });

  it.each(['/', '/login', '/terms'])('%s has contact and links in its footer, and does not shift', async (path) => {
    for (const width of [1280, 390]) {
      const { page, context, complaints, moved } = await opened(width, path);
      try {
        const links = page.getByRole('contentinfo').getByRole('list', { name: 'Elsewhere' }).getByRole('link');
        expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual([
          'mailto:help@precis.example',
          'https://micro.example/@precis',
          'https://chat.example/precis',
        ]);
        expect(moved).toBeLessThan(MOST_SHIFT);
        expect(complaints).toEqual([]);
      } finally {
        await context.close();
      }
    }
  });

  it('the sitemap and the landing page name the address under which the deployment is reached', async () => {
    const text = async (path: string) => (await fetch(stage.deployment.url + path)).text();
    expect(await text('/robots.txt')).toContain(`Sitemap: ${stage.deployment.url}/sitemap.xml\n`);
    const pages = [...(await text('/sitemap.xml')).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address);
    expect(pages).toContain(`${stage.deployment.url}/pricing`);
    for (const address of pages) expect((await fetch(address)).status).toBe(200);
    const landing = await text('/');
    expect(landing).toContain(`<link rel="canonical" href="${stage.deployment.url}/" />`);
    const [, picture] = /property="og:image" content="([^"]+)"/.exec(landing)!;
    expect((await fetch(picture)).headers.get('content-type')).toBe('image/png');
  });
});

describe('a deployment with a mail server and nothing at Google, Stripe or BTCPay', () => {
  it.each(['/login', '/register'])('%s does not offer to sign in with Google (WEB-32)', async (path) => {
    const visitor = await Visitor.arrive(stage.browser, stage.deployment.url);
    // Waits for the answer, so that the links are really absent and not only unknown.
    const info = visitor.page.waitForResponse((answer) => answer.url().endsWith('/api/info'));
    await visitor.open(path);
    expect(((await (await info).json()) as { sign_in: string[] }).sign_in).not.toContain('google');
    await visitor.page.getByLabel('Password', { exact: true }).waitFor();
    await visitor.page.waitForLoadState('networkidle');
    expect(await visitor.page.getByText('Continue with Google').count()).toBe(0);
    expect(visitor.complaints).toEqual([]);
    await visitor.leave();
  });

  it('/pricing offers only the wallet (WEB-32)', async () => {
    const visitor = await signedIn(stage.browser, stage.deployment, { token: await stage.deployment.session() });
    await visitor.open('/pricing');
    await visitor.press('button', 'Choose Basic');
    const methods = visitor.page.getByRole('group', { name: 'Pay with' });
    await methods.getByRole('radio').first().waitFor();
    expect(await methods.locator('label').allTextContents()).toEqual([expect.stringMatching(/^Wallet/)]);
    expect(visitor.complaints).toEqual([]);
    await visitor.leave();
  });
});
