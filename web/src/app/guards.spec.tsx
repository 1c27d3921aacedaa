import { act, render, screen, waitFor, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { answers, mara } from '../testing/gateway';
import { freshToken, openPage } from '../testing/open-page';
import { keepSessionToken, sessionToken } from '../lib/session-token';
import { checkSession } from './check-session';
import { Root } from './root';
import { routes } from './routes';
import { makeStore } from './store';

describe('a page for signed-in users', () => {
  it('sends visitors to /login, and keeps the page that they wanted (WEB-3)', async () => {
    const { path } = await openPage('/referrals');
    await waitFor(() => expect(path()).toBe('/login?next=%2Freferrals'));
  });

  it("shows 'Loading...' while the session is checked, and only then the page (WEB-3)", async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((done) => (release = done));
    answers('GET /api/auth/me', async () => {
      await held;
      return { success: true, user: mara, data: mara };
    });
    answers('GET /api/usage/clients', { status: 503 });
    keepSessionToken(freshToken());
    const store = makeStore();
    const checked = checkSession(store);
    const router = createMemoryRouter(routes, { initialEntries: ['/client-usage'] });
    render(
      <Root store={store}>
        <RouterProvider router={router} />
      </Root>,
    );
    expect(within(await screen.findByRole('main')).getByRole('status').textContent).toBe('Loading...');
    expect(screen.queryByRole('link', { name: 'Login' })).toBeNull();
    await act(async () => {
      release();
      await checked;
    });
    expect(await screen.findByText('Failed to load client usage data')).toBeTruthy();
    expect(router.state.location.pathname).toBe('/client-usage');
  });

  it('keeps the session when the server is away, and offers a retry (WEB-7)', async () => {
    answers('GET /api/auth/me', { status: 503, error: 'Away' }, { user: { id: '1', name: 'Mara' } });
    answers('GET /api/subscription/plans', { status: 503, error: 'Away' });
    answers('GET /api/status', { status: 503, error: 'Away' });
    const { user, path } = await openPage('/status', { signedIn: true });
    expect(sessionToken()).not.toBeNull();
    await user.click((await screen.findAllByRole('link', { name: 'Pricing' }))[0]);
    await waitFor(() => expect(path()).toBe('/pricing'));
    await screen.findByText('Failed to load subscription plans');
    expect(sessionToken()).not.toBeNull();
  });
});

describe('a session that the server refuses', () => {
  it('leads to /login also when its token has gone from storage, and back afterwards (WEB-7)', async () => {
    const refused = { status: 401, error: 'Please log in.', code: 'session_required' };
    for (const part of ['link', 'stats', 'history']) answers(`GET /api/referral/${part}`, refused);
    const { path, router } = await openPage('/terms', { signedIn: true });
    await screen.findByRole('button', { name: 'Mara Lindqvist' });
    localStorage.removeItem('token');
    await act(() => router.navigate('/referrals'));
    await waitFor(() => expect(path()).toBe('/login?next=%2Freferrals'));
  });

  it('does not hide why a login failed (WEB-33)', async () => {
    answers('GET /api/auth/me', { status: 503, error: 'Away' });
    answers('POST /api/auth/login', { status: 401, error: 'Wrong e-mail or password.', code: 'invalid_credentials' });
    const { user, path } = await openPage('/login', { signedIn: true });
    await user.type(await screen.findByLabelText('E-mail'), 'mara@example.com');
    await user.type(screen.getByLabelText('Password'), 'not this one{Enter}');
    expect((await screen.findAllByText('Wrong e-mail or password.')).length).toBeGreaterThan(0);
    expect(path()).toBe('/login');
  });
});

describe('a page for visitors', () => {
  it.each(['/login', '/register', '/forgot-password'])('%s sends signed-in users to /dashboard (WEB-4)', async (at) => {
    for (const part of ['subscription/my-plan', 'usage/summary', 'usage/clients'])
      answers(`GET /api/${part}`, { status: 503, error: 'Away' });
    const { path } = await openPage(at, { signedIn: true });
    await waitFor(() => expect(path()).toBe('/dashboard'));
  });
});
