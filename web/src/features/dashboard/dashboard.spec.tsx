import { screen, waitFor, within } from '@testing-library/react';
import { answers, info, mara, received } from '../../testing/gateway';
import { openPage } from '../../testing/open-page';
import { mcpConfiguration } from '../docs/mcp-snippets.rule';

const KEY = 'prc_abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJ';
const PAID = { plan: 'basic', isActive: true, remainingDays: 12, videoLimit: 100, endDate: 1_795_996_800 };
const noCalls = { success: true, month: '2026-11', clients: [], count: 0 };

interface World {
  used?: number;
  user?: object;
  subscription?: object;
  /** Answers of client usage, one after another. */
  calls?: Record<string, unknown>[];
}

const open = async ({
  used = 10,
  user: more = { apiKey: KEY },
  subscription = PAID,
  calls = [noCalls],
}: World = {}) => {
  const user = { ...mara, api_key_last_used: null, ...more };
  answers('GET /api/auth/me', { success: true, user, data: user });
  answers('GET /api/usage/summary', {
    success: true,
    data: { current: { used, remaining: 100 - used, limit: 100, percentage: used }, monthly: [] },
  });
  answers('GET /api/subscription/my-plan', { success: true, subscription });
  answers('GET /api/usage/clients', ...calls);
  return openPage('/dashboard', { signedIn: true });
};
const example = () => screen.getByLabelText(/^Quick start, /).textContent ?? '';

describe('the dashboard', () => {
  it('has a card each for account, subscription and monthly usage (WEB-17)', async () => {
    await open();
    expect((await screen.findByRole('region', { name: 'Account' })).textContent).toContain('mara@example.com');
    const plan = screen.getByRole('region', { name: 'Subscription' });
    await waitFor(() => expect(plan.textContent).toContain('Basic Active12 days left, until 30 Nov 2026'));
    const usage = screen.getByRole('region', { name: 'Monthly usage' });
    await waitFor(() => expect(usage.textContent).toContain('10 of 100'));
  });

  it.each([
    [79, false, 'good', '21 left this month (UTC)'],
    [80, true, 'warn', 'Approaching limit'],
    [100, true, 'bad', 'Limit reached'],
  ])('at %d%% warns: %s, with a %s bar (WEB-17, WEB-28)', async (used, warns, tone, text) => {
    await open({ used });
    expect((await screen.findByRole('progressbar')).dataset.tone).toBe(tone);
    expect(screen.getByText(text)).toBeTruthy();
    const warning = 'You are approaching your monthly limit. Consider upgrading your plan.';
    expect(screen.queryByText(warning) !== null).toBe(warns);
  });

  it('reports what could not be loaded, shows no zero for it, and offers a retry (WEB-34)', async () => {
    answers('GET /api/usage/clients', noCalls);
    answers('GET /api/usage/summary', { status: 503, error: 'Away' });
    answers('GET /api/subscription/my-plan', { status: 503, error: 'Away' }, { success: true, subscription: PAID });
    const { user } = await openPage('/dashboard', { signedIn: true });
    expect(await screen.findByText('Failed to load usage summary')).toBeTruthy();
    expect(await screen.findByText('Failed to load subscription information')).toBeTruthy();
    expect(screen.queryByRole('progressbar')).toBeNull();
    const card = within(screen.getByRole('region', { name: 'Subscription' }));
    await user.click(card.getByRole('button', { name: 'Try again' }));
    expect(await card.findByText('Active')).toBeTruthy();
  });

  it('an expired plan is inactive and offers to renew it (WEB-17)', async () => {
    await open({ subscription: { ...PAID, isActive: false, remainingDays: 0 } });
    expect(await screen.findByText('Inactive')).toBeTruthy();
    expect(screen.getByText('Your plan expired on 30 Nov 2026.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Renew Plan' }).getAttribute('href')).toBe('/pricing');
    expect(screen.queryByRole('button', { name: 'Cancel subscription' })).toBeNull();
  });
});

describe('cancelling on the subscription card', () => {
  it.each([
    ['Subscription will remain active until 30 Nov 2026', 'Subscription will remain active until 30 Nov 2026'],
    ['', 'Subscription canceled successfully'],
  ])('asks first, then shows the text of the server: "%s" (WEB-23, WEB-37)', async (message, toast) => {
    answers('POST /api/subscription/cancel', { success: true, message });
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Cancel subscription' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(received['POST /api/subscription/cancel']).toHaveLength(0);
    await user.click(dialog.getByRole('button', { name: 'Cancel subscription' }));
    expect(await screen.findByText(toast)).toBeTruthy();
    expect(received['POST /api/subscription/cancel']).toHaveLength(1);
  });

  it('that fails without a text of the server reports it (WEB-33)', async () => {
    answers('POST /api/subscription/cancel', { status: 0 });
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Cancel subscription' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel subscription' }));
    expect(await screen.findByText('Failed to cancel subscription')).toBeTruthy();
  });
});

describe('the quick start', () => {
  it("has the user's own key, masked until it is shown (WEB-17)", async () => {
    const { user } = await open();
    await waitFor(() => expect(example()).toContain('x-api-key: prc_abcd••••••••••••'));
    await waitFor(() => expect(example()).toContain('curl -X POST https://precis.example/api/youtube/summarize'));
    await user.click(screen.getByRole('button', { name: 'Show my key' }));
    expect(example()).toContain(`x-api-key: ${KEY}`);
  });

  it.each([
    ['TypeScript', 'typescript', 'await fetch('],
    ['Python', 'python', 'import urllib.request'],
    ['MCP', 'mcp', '"mcpServers"'],
  ])('shows %s when that is chosen, and keeps it under example-language (WEB-17)', async (label, kept, text) => {
    const { user, unmount } = await open();
    await user.click(await screen.findByText(label, { selector: '.ant-segmented-item-label' }));
    expect(example()).toContain(text);
    expect(localStorage.getItem('example-language')).toBe(kept);
    unmount();
    await open();
    await waitFor(() => expect(example()).toContain(text));
  });

  it('shows the same configuration as the documentation (WEB-17, WEB-22)', async () => {
    const { user } = await open();
    await user.click(await screen.findByText('MCP', { selector: '.ant-segmented-item-label' }));
    await user.click(screen.getByRole('button', { name: 'Show my key' }));
    await waitFor(() =>
      expect(example()).toBe(mcpConfiguration('desktop', 'stdio', { baseUrl: info.base_url, apiKey: KEY })),
    );
  });

  it('has a placeholder for a user without a key (WEB-17)', async () => {
    await open({ user: {} });
    await waitFor(() => expect(example()).toContain('x-api-key: YOUR_API_KEY'));
    expect(screen.queryByRole('button', { name: 'Show my key' })).toBeNull();
  });
});

describe('the onboarding list', () => {
  const step = (name: string) => screen.getByText(name).closest('li')?.dataset.done;

  it('turns the first call green within seconds of its arrival, and reads the usage again (WEB-17)', async () => {
    const called = { ...noCalls, clients: [{ key: 'client:curl', name: 'curl', count: 1, percentage: 100 }], count: 1 };
    await open({ calls: [noCalls, noCalls, called] });
    await screen.findByText('First call received');
    expect([step('E-mail verified'), step('API key generated'), step('First call received')]).toEqual([
      'true',
      'true',
      'false',
    ]);
    await waitFor(() => expect(step('First call received')).toBe('true'));
    await waitFor(() => expect(received['GET /api/usage/summary'].length).toBeGreaterThan(1));
    expect(step('Assistant connected')).toBe('false');
  });

  it('sends a user without a key to /api-keys (WEB-17)', async () => {
    await open({ user: {} });
    expect((await screen.findByRole('link', { name: 'Generate API Key' })).getAttribute('href')).toBe('/api-keys');
  });
});
