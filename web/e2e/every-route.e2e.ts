import { readFileSync } from 'node:fs';
import { axeFindings } from './axe-findings.ts';
import { useStage } from './stage.ts';
import { watchedPage } from './watched-page.ts';

const { paths } = JSON.parse(readFileSync('web/public/paths.json', 'utf8')) as { paths: string[] };
/** Routes for visitors; on all other routes a user is signed in. */
const OF_VISITORS = [
  '/',
  '/login',
  '/register',
  '/forgot-password',
  '/reset-password',
  '/verify-email',
  '/auth/callback',
];
const MOST_SHIFT = 0.02;

describe('every route', () => {
  const stage = useStage();
  let token: string;

  beforeAll(async () => {
    token = await stage.deployment.session();
  }, 180_000);

  const cases = ['/', ...paths, '/nowhere'].flatMap((path) =>
    // The cases cover both appearances and both layouts.
    (
      [
        ['light', 1280],
        ['dark', 390],
      ] as const
    ).map(([scheme, width]) => [path, scheme, width] as const),
  );

  it.each(cases)(
    '%s (%s, %d px): no complaint, no foreign host, no layout shift, nothing that axe finds',
    async (path, scheme, width) => {
      const signedIn = !OF_VISITORS.includes(path);
      const watched = await watchedPage(stage.browser, stage.deployment.url, {
        token: signedIn ? token : undefined,
        scheme,
        width,
        // The landing page highlights one sentence after another, and axe could find a text between two backgrounds.
        isStill: true,
      });
      try {
        await watched.page.goto(stage.deployment.url + path, { waitUntil: 'networkidle' });
        await watched.page.locator('h1').first().waitFor({ state: 'attached' });
        const found = await axeFindings(watched.page);
        // The browser reports a page that does not exist as a failed load, which is expected.
        const complaints = watched.complaints.filter((text) => !(path === '/nowhere' && text.includes('404')));
        expect({ found, complaints }).toEqual({ found: [], complaints: [] });
        expect(await watched.layoutShift()).toBeLessThan(MOST_SHIFT);
        expect(await watched.page.title()).toMatch(/\S/);
      } finally {
        await watched.context.close();
      }
    },
  );
});
