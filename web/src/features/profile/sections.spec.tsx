import { screen, waitFor, within } from '@testing-library/react';
import { answers, received } from '../../testing/gateway';
import { openPage } from '../../testing/open-page';

const at = { created_at: '2026-11-22T08:00:00Z', expires_at: '2026-11-23T08:00:00Z', address: '203.0.113.7' };
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const here = { ...at, id: 's1', client: firefox, current: true };
const there = { ...at, id: 's2', client: 'curl/8.5.0', current: false };
const listed = (...sessions: object[]) => ({ success: true, sessions });
const wishes = { tips: true, usage_alerts: true, plan_reminders: false, referral_news: true };

describe('the sections of the profile', () => {
  it('each have an address and a heading; an unknown one is the account (WEB-23)', async () => {
    answers('GET /api/user/notifications', { success: true, preferences: wishes });
    const { user, path } = await openPage('/profile?tab=nonsense', { signedIn: true });
    expect(await screen.findByRole('heading', { level: 2, name: 'Account' })).toBeTruthy();
    const links = within(screen.getByRole('navigation', { name: 'Sections of the profile' })).getAllByRole('link');
    expect(links.map((link) => link.textContent)).toEqual([
      'Account',
      'Password',
      'Sessions',
      'Activity',
      'Billing',
      'Notifications',
      'Webhooks',
      'Data',
      'Appearance',
    ]);
    await user.click(links[5]);
    expect(path()).toBe('/profile?tab=notifications');
    expect(await screen.findByRole('heading', { level: 2, name: 'Notifications' })).toBeTruthy();
    expect(links[5].getAttribute('aria-current')).toBe('page');
  });

  it('show payments, Extend and cancel under the address that the dashboard links to (WEB-23)', async () => {
    const subscription = { plan: 'medium', isActive: true, remainingDays: 9, videoLimit: 500, endDate: 1_796_256_000 };
    answers('GET /api/subscription/my-plan', { success: true, subscription });
    answers('GET /api/payment/history', { success: true, history: [] });
    answers('GET /api/wallet/statement', { success: true, entries: [], more: false });
    await openPage('/profile?tab=billing', { signedIn: true });
    expect(await screen.findByRole('link', { name: 'Extend' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Cancel subscription' })).toBeTruthy();
    expect(await screen.findByText('No payments yet')).toBeTruthy();
  });

  it('choose the appearance of this device', async () => {
    const { user } = await openPage('/profile?tab=appearance', { signedIn: true });
    expect((await screen.findByRole<HTMLInputElement>('radio', { name: /^System/ })).checked).toBe(true);
    await user.click(screen.getByRole('radio', { name: /^Dark/ }));
    expect(document.documentElement.dataset.theme).toBe('dark');
    await user.click(screen.getByRole('radio', { name: /^System/ }));
    expect(document.documentElement.dataset.theme).toBe('light');
  });
});

describe('the sessions', () => {
  it('are listed with this one marked, and one of the others is ended (ACC-37)', async () => {
    answers('GET /api/auth/sessions', listed(here, there), listed(here));
    answers('DELETE /api/auth/sessions/s2', { success: true, message: 'ok' });
    const { user } = await openPage('/profile?tab=sessions', { signedIn: true });
    expect(await screen.findByText('Firefox on Linux')).toBeTruthy();
    expect(screen.getAllByText('This session')).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: /^End the session of curl/ }));
    expect(await screen.findByText('Session ended')).toBeTruthy();
    expect(await screen.findByText('You are not logged in anywhere else.')).toBeTruthy();
    expect(received['DELETE /api/auth/sessions/s2']).toHaveLength(1);
  });

  it('are all ended but this one (ACC-37)', async () => {
    answers('GET /api/auth/sessions', listed(here, there), listed(here));
    answers('DELETE /api/auth/sessions', { success: true, message: 'ok', ended: 1 });
    const { user } = await openPage('/profile?tab=sessions', { signedIn: true });
    await user.click(await screen.findByRole('button', { name: 'End all other sessions' }));
    expect(await screen.findByText('1 other session ended')).toBeTruthy();
    expect(await screen.findByText('You are not logged in anywhere else.')).toBeTruthy();
  });

  it('that cannot be ended say so, and one that is over leaves the list (ACC-37, WEB-31)', async () => {
    answers('GET /api/auth/sessions', listed(here, there), listed(here));
    answers('DELETE /api/auth/sessions/s2', { status: 0 }, { status: 404, error: 'There is no such session.' });
    const { user } = await openPage('/profile?tab=sessions', { signedIn: true });
    await user.click(await screen.findByRole('button', { name: /^End the session of curl/ }));
    expect(await screen.findByText('Failed to end the session')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: /^End the session of curl/ }));
    expect(await screen.findByText('There is no such session.')).toBeTruthy();
    expect(await screen.findByText('You are not logged in anywhere else.')).toBeTruthy();
  });
});

describe('the activity', () => {
  const entry = { at: '2026-11-22T08:00:00Z', by: 'owner', client: firefox, address: '203.0.113.7' };

  it('is read page by page, and an operator is named as our support (ACC-35)', async () => {
    const asked: string[] = [];
    answers('GET /api/user/activity', (_body, url) => {
      asked.push(url.search);
      return url.searchParams.has('before')
        ? { success: true, activity: [{ ...entry, id: 'a2', kind: 'suspended', by: 'operator' }], more: false }
        : { success: true, activity: [{ ...entry, id: 'a1', kind: 'password-changed' }], more: true };
    });
    const { user } = await openPage('/profile?tab=activity', { signedIn: true });
    expect(await screen.findByText('Password changed')).toBeTruthy();
    expect(screen.getByText('22 Nov 2026, 08:00')).toBeTruthy();
    expect(screen.getByText('Firefox on Linux · 203.0.113.7')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Show older' }));
    expect(await screen.findByText('Account suspended by our support')).toBeTruthy();
    expect(screen.getByText('Password changed')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull();
    expect(asked.at(-1)).toContain('before=a1');
  });

  it('shows for a repeated entry how often, since when, and when last it happened (ACC-72)', async () => {
    const first = { ...entry, kind: 'exported', times: 1_000, first_at: '2026-11-20T08:00:00Z' };
    answers('GET /api/user/activity', { success: true, activity: [{ ...first, id: 'a1' }], more: false });
    await openPage('/profile?tab=activity', { signedIn: true });
    expect(await screen.findByText(/1000 times since 20 Nov 2026, 08:00$/)).toBeTruthy();
    expect(screen.getByText('22 Nov 2026, 08:00')).toBeTruthy();
  });

  it('that is empty says so (ACC-35)', async () => {
    answers('GET /api/user/activity', { success: true, activity: [], more: false });
    await openPage('/profile?tab=activity', { signedIn: true });
    expect(await screen.findByText('Nothing yet')).toBeTruthy();
  });
});

describe('the notifications', () => {
  it('are saved as chosen (MAIL-7)', async () => {
    answers('GET /api/user/notifications', { success: true, preferences: wishes });
    const chosen = { ...wishes, plan_reminders: true };
    answers('PUT /api/user/notifications', { success: true, preferences: chosen });
    const { user } = await openPage('/profile?tab=notifications', { signedIn: true });
    const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: /^Plan reminders/ });
    expect(box.checked).toBe(false);
    await user.click(box);
    await user.dblClick(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Notification settings saved')).toBeTruthy();
    expect(received['PUT /api/user/notifications']).toEqual([chosen]);
  });

  it('keep an unsubscription by the link of a mail since the page was loaded (MAIL-8)', async () => {
    const now = { ...wishes, usage_alerts: !wishes.usage_alerts };
    answers('GET /api/user/notifications', { success: true, preferences: wishes }, { success: true, preferences: now });
    const chosen = { ...now, plan_reminders: true };
    answers('PUT /api/user/notifications', { success: true, preferences: chosen });
    const { user } = await openPage('/profile?tab=notifications', { signedIn: true });
    await user.click(await screen.findByRole('checkbox', { name: /^Plan reminders/ }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Notification settings saved')).toBeTruthy();
    expect(received['PUT /api/user/notifications']).toEqual([chosen]);
  });

  it('that were not saved say so and keep what was chosen (WEB-31)', async () => {
    answers('GET /api/user/notifications', { success: true, preferences: wishes });
    answers('PUT /api/user/notifications', { status: 0 });
    const { user } = await openPage('/profile?tab=notifications', { signedIn: true });
    await user.click(await screen.findByRole('checkbox', { name: /^Tips/ }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Failed to save notification settings')).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /^Tips/ }).checked).toBe(false);
  });
});

it.each([
  ['sessions', '/api/auth/sessions', 'Failed to load sessions', listed(here), 'Firefox on Linux'],
  ['activity', '/api/user/activity', 'Failed to load activity', { activity: [], more: false }, 'Nothing yet'],
  [
    'notifications',
    '/api/user/notifications',
    'Failed to load notification settings',
    { preferences: wishes },
    'Usage alerts',
  ],
])('%s that cannot be loaded say so and are tried again', async (tab, path, text, answer, shown) => {
  answers(`GET ${path}`, { status: 503 }, answer);
  const { user } = await openPage(`/profile?tab=${tab}`, { signedIn: true });
  expect(await screen.findByText(text)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(shown)).toBeTruthy();
  await waitFor(() => expect(screen.queryByText(text)).toBeNull());
});
