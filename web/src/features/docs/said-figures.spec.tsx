import { screen, within } from '@testing-library/react';
import { openPage } from '../../testing/open-page';

/** Finds figures of the rules that the documentation states in words. */
const shows = async (tab: string, text: RegExp) => {
  await openPage(`/docs?tab=${tab}`);
  expect(await screen.findByText(text)).toBeTruthy();
};

describe('the documentation', () => {
  it('says how many calls a second a key has: 50 with bursts of 200, Enterprise 200 and 800 (LIMIT-1)', () =>
    shows('limits', /usually 50 a second for a key, with bursts of 200 \(Enterprise: 200 a second, bursts of 800\)/));

  it('names the three headers of the monthly quota (API-13)', async () => {
    await openPage('/docs?tab=limits');
    for (const name of ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']) {
      expect(await screen.findByText(name)).toBeTruthy();
    }
  });

  it('names the codes with which a limit refuses (LIMIT-4, QUOTA-8)', () =>
    shows(
      'limits',
      /status 429\. The code is quota_exceeded when the videos of the month are used up, and throttled when calls came/,
    ));

  it('explains what a month is, and what costs nothing (QUOTA-2, QUOTA-5)', () =>
    shows(
      'limits',
      /^A month is a calendar month in UTC\. Failed calls, info, transcripts, estimates and repeats with an Idempotency-Key cost/,
    ));

  it('says that a focus has at most 2,000 characters (VID-5)', () => shows('endpoints', /at most 2,000 characters/));

  it('says that a repeat with an Idempotency-Key is free for 30 days (QUOTA-11, QUOTA-13)', () =>
    shows('endpoints', /gets the first result at no cost, with the header Idempotency-Replayed, for 30 days/));

  it('says that a replaced key stays valid for up to 24 hours, and a revoked one not a second (KEY-4, KEY-5)', () =>
    shows('authentication', /up to 24 hours\. A revoked key is refused within a second/));

  it('names both headers that carry a key (KEY-10)', async () => {
    await openPage('/docs?tab=authentication');
    expect((await screen.findByLabelText('Header x-api-key')).textContent).toMatch(/^x-api-key: /);
    expect(screen.getByLabelText('Header Authorization').textContent).toMatch(/^Authorization: Bearer /);
  });

  it('lists the statuses of the API with what they mean (API-14)', async () => {
    await openPage('/docs?tab=errors');
    const rows = within(await screen.findByRole('region', { name: 'Statuses' })).getAllByRole('row');
    const [, ...cells] = rows.map((row) => [...row.children].map(({ textContent }) => textContent));
    expect(cells.map(([status]) => status)).toEqual(['200', '400', '401', '403', '404', '429', '500', '503']);
    expect(cells.map(([, meaning]) => meaning?.split(/[.,:]/)[0])).toEqual([
      'Success',
      'Missing parameters',
      'Invalid API key',
      'No permission',
      'Not found',
      'Rate limit exceeded',
      'Server error',
      'Not available at the moment',
    ]);
    await screen.findByText('How a canal lock lifts a boat');
  });
});
