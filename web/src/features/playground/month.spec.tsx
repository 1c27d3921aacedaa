import { screen, waitFor, within } from '@testing-library/react';
import { answers } from '../../testing/gateway';
import { openPage } from '../../testing/open-page';
import { monthWith } from './testing/playground-gateway';

describe('the month beside the playground', () => {
  it.each([
    [21, 'fine', false],
    [20, 'near', true],
    [0, 'spent', false],
  ])('with %i of 100 left its bar is %s (WEB-28)', async (left, level, isNear) => {
    monthWith(left);
    await openPage('/playground', { signedIn: true });
    const bar = await screen.findByRole('progressbar', { name: 'Videos used this month' });
    expect(bar.getAttribute('data-level')).toBe(level);
    expect(screen.queryByText('Approaching limit') !== null).toBe(isNear);
  });

  it("locks the page when nothing remains: 'Limit Reached' and a link to /pricing (WEB-28)", async () => {
    monthWith(0);
    await openPage('/playground', { signedIn: true });
    expect(await screen.findByRole('button', { name: 'Limit Reached' })).toHaveProperty('disabled', true);
    expect(screen.getByLabelText('YouTube address')).toHaveProperty('disabled', true);
    expect(screen.getByLabelText('Detail').closest('fieldset')).toHaveProperty('disabled', true);
    const warning = screen.getByText(/You have used all videos/);
    expect(within(warning).getByRole('link').getAttribute('href')).toBe('/pricing');
  });

  it("shows 'Unable to load usage data', locks nothing, and can be retried (WEB-34)", async () => {
    monthWith(5);
    const month = { current: { used: 95, remaining: 5, limit: 100, percentage: 95 }, monthly: [] };
    answers('GET /api/usage/summary', { status: 503 }, { success: true, data: month });
    const { user } = await openPage('/playground', { signedIn: true });
    expect(await screen.findByText('Unable to load usage data')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Show Summary' })).toHaveProperty('disabled', false);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.getByText(/^5 left/)).toBeTruthy());
  });

  it('explains the three types before the first summary (WEB-27)', async () => {
    monthWith(5);
    await openPage('/playground', { signedIn: true });
    expect(await screen.findByText('Auto is a balanced summary with key points.')).toBeTruthy();
    expect(screen.getByText('Short is a quick 2-3 sentence overview.')).toBeTruthy();
    expect(screen.getByText('Detail is a comprehensive analysis.')).toBeTruthy();
  });
});
