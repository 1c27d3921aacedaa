import { readFileSync } from 'node:fs';
import { expectPrivateError, expectPublicError } from '../deployment/error-answers.js';
import { itLeavesUntouched, type Victim } from './victim.js';

const URL_CASES = new URL('../../../../proto/cases/video-url.json', import.meta.url);
/** Every fifth address in the small size, every one in the full size. */
const SAMPLE_STEP = 5;

/** Addresses that name no video: 400 before quota and before any request of ours (VID-4, API-1). */
export function hostileAddressesSuite(victim: () => Victim, isFull: boolean): void {
  const cases = JSON.parse(readFileSync(URL_CASES, 'utf8')) as { name: string; input: string; id: string | null }[];
  const refused = cases.filter(({ id }) => id === null);

  describe('addresses that name no video', () => {
    it('the list is not empty', () => expect(refused.length).toBeGreaterThan(50));

    it.each(refused.filter((_, index) => isFull || index % SAMPLE_STEP === 0).map(({ name, input }) => [name, input]))(
      '400: %s',
      async (_name, url) => {
        const { precis, key, token } = victim();
        expectPublicError(await precis.call('POST', '/api/youtube/summarize', { key, body: { url } }), 400);
        expectPublicError(await precis.call('POST', '/api/youtube/info', { key, body: { url } }), 400);
        expectPrivateError(
          await precis.call('POST', '/api/youtube/playground/summarize', { token, body: { url } }),
          400,
        );
      },
    );

    itLeavesUntouched(victim);
  });

  describe('months that are none', () => {
    const months = [
      '0000-01',
      '1999-12',
      '2026-99',
      '2026-11-31',
      '2026-11%00',
      '%FF',
      '2026-11&month=2026-10',
      "2026-11'--",
      '-1',
      '1e3',
      'NaN',
      '[object Object]',
      '9'.repeat(5_000),
    ];
    it.each(months.map((month) => [month.slice(0, 40), month]))('400: month=%s', async (_name, month) => {
      const { precis, token } = victim();
      for (const path of ['details', 'clients'])
        expectPrivateError(await precis.call('GET', `/api/usage/${path}?month=${month}`, { token }), 400);
    });

    it.each([
      'month[]=2026-11',
      'month[a]=2026-11',
      'month.x=1',
      '__proto__[month]=2026-11',
      '&&&=&',
      '?month=2026-13',
      'month=9999-12',
    ])('a query like %s is never a server error', async (query) => {
      const { precis, token } = victim();
      expect([200, 400]).toContain((await precis.call('GET', `/api/usage/details?${query}`, { token })).status);
    });

    itLeavesUntouched(victim);
  });
}
