import { screen, waitFor } from '@testing-library/react';
import { mara, answers, info, received } from '../../testing/gateway';
import { freshToken, openPage } from '../../testing/open-page';
import { keepSessionToken, sessionToken } from '../../lib/session-token';
import { atDashboard, dashboardIsAway } from './testing/dashboard';

const LOGIN = 'POST /api/auth/login';
const token = freshToken();

async function openLogin(path = '/login') {
  const page = await openPage(path);
  await screen.findByRole('heading', { name: 'Login' });
  return page;
}

async function logIn(user: Awaited<ReturnType<typeof openPage>>['user']) {
  await user.type(screen.getByLabelText('E-mail'), 'mara@example.com');
  await user.type(screen.getByLabelText('Password'), 'secret1{Enter}');
}

beforeEach(dashboardIsAway);

describe('/login', () => {
  it('keeps the session, says Login successful! and goes to /dashboard (WEB-16, WEB-36, WEB-6)', async () => {
    answers(LOGIN, { success: true, token, user: mara });
    const { user, path } = await openLogin();
    await logIn(user);
    expect(await screen.findByText('Login successful!')).toBeTruthy();
    await atDashboard(path);
    expect(sessionToken()).toBe(token);
    expect(localStorage.getItem('token')).toBe(token);
    expect(received[LOGIN]).toEqual([{ email: 'mara@example.com', password: 'secret1' }]);
  });

  it('returns to the page that was requested, and to no other site (WEB-16)', async () => {
    answers(LOGIN, { success: true, token, user: mara });
    const { user, path } = await openLogin('/login?next=%2Fdocs%3Ftab%3Dmcp');
    await logIn(user);
    await waitFor(() => expect(path()).toBe('/docs?tab=mcp'));
  });

  it('shows the text of a refusal in a toast and beside the field, and stays on the page (WEB-31, WEB-7)', async () => {
    answers(LOGIN, { status: 401, error: 'Invalid email or password.', code: 'invalid_credentials' });
    const { user, path } = await openLogin('/login?next=%2Fusage');
    await logIn(user);
    await waitFor(() => expect(screen.getAllByText('Invalid email or password.')).toHaveLength(2));
    const password = screen.getByLabelText('Password');
    expect(password.getAttribute('aria-invalid')).toBe('true');
    expect(document.getElementById(password.getAttribute('aria-describedby')!)?.textContent).toBe(
      'Invalid email or password.',
    );
    expect(document.activeElement).toBe(password);
    expect(path()).toBe('/login?next=%2Fusage');
  });

  it('hides the password, and accepts a pasted one', async () => {
    answers(LOGIN, { success: true, token, user: mara });
    const { user } = await openLogin();
    const password = screen.getByLabelText('Password');
    expect(password.getAttribute('type')).toBe('password');
    await user.type(screen.getByLabelText('E-mail'), 'mara@example.com');
    await user.click(password);
    await user.paste('a long password from a manager');
    await user.keyboard('{Enter}');
    await waitFor(() =>
      expect(received[LOGIN]).toEqual([{ email: 'mara@example.com', password: 'a long password from a manager' }]),
    );
  });

  it('shows Login failed when the server sent no text (WEB-33)', async () => {
    answers(LOGIN, { status: 0 });
    const { user } = await openLogin();
    await logIn(user);
    expect(await screen.findByText('Login failed')).toBeTruthy();
  });

  it('offers to send the mail again to an address that is not verified (ACC-9, WEB-16)', async () => {
    answers(LOGIN, { status: 403, error: 'Please verify your email address.', code: 'email_not_verified' });
    answers('POST /api/auth/resend-verification', { success: true, message: 'A link is on its way.' });
    const { user } = await openLogin();
    await logIn(user);
    await user.click(await screen.findByRole('button', { name: 'Send the link again' }));
    expect(await screen.findByText('A link is on its way.')).toBeTruthy();
    expect(received['POST /api/auth/resend-verification']).toEqual([{ email: 'mara@example.com' }]);
  });

  it('offers no mail to a suspended account', async () => {
    answers(LOGIN, { status: 403, error: 'Suspended.', code: 'account_suspended' });
    const { user } = await openLogin();
    await logIn(user);
    await screen.findByText('Suspended.');
    expect(screen.queryByRole('button', { name: 'Send the link again' })).toBeNull();
  });

  const CLOSING = {
    status: 409,
    error: 'This account is closed.',
    code: 'account_closing',
    erased_at: '2026-12-02T14:02:00.000Z',
  };
  const QUESTION = 'Your account is to be erased on 2 Dec 2026, 14:02 UTC. Keep it?';

  it('asks whether a closed account is to be kept, and logs in once its owner confirms (ACC-74)', async () => {
    answers(LOGIN, CLOSING, { success: true, token, user: mara });
    const { user, path } = await openLogin('/login?next=%2Fdocs');
    await logIn(user);
    expect(await screen.findByText(QUESTION)).toBeTruthy();
    expect(sessionToken()).toBeNull();
    await user.dblClick(screen.getByRole('button', { name: 'Keep my account' }));
    await waitFor(() => expect(path()).toBe('/docs'));
    expect(sessionToken()).toBe(token);
    const typed = { email: 'mara@example.com', password: 'secret1' };
    expect(received[LOGIN]).toEqual([typed, { ...typed, keep_account: true }]);
  });

  it('leaves a closed account closed when its owner declines, and sends nothing to the server (ACC-74)', async () => {
    answers(LOGIN, CLOSING);
    const { user, path } = await openLogin();
    await logIn(user);
    await user.click(await screen.findByRole('button', { name: 'Leave it closed' }));
    expect(await screen.findByText('Your account stays closed.')).toBeTruthy();
    expect([screen.queryByText(QUESTION), sessionToken(), path()]).toEqual([null, null, '/login']);
    expect(screen.getByLabelText('Password')).toBeTruthy();
    expect(received[LOGIN]).toHaveLength(1);
  });

  it('shows why a closed account could not be kept, and the form again (ACC-74, WEB-31)', async () => {
    answers(LOGIN, CLOSING, { status: 403, error: 'It is erased.', code: 'account_closed' });
    const { user } = await openLogin();
    await logIn(user);
    await user.click(await screen.findByRole('button', { name: 'Keep my account' }));
    expect(await screen.findByText('It is erased.')).toBeTruthy();
    expect(await screen.findByLabelText('Password')).toBeTruthy();
  });

  it('asks for missing input before any call, and focuses its field (WEB-16)', async () => {
    answers(LOGIN, { status: 500, error: 'no' });
    const { user } = await openLogin();
    await user.click(screen.getByRole('button', { name: 'Login' }));
    expect(screen.getByText('Please enter your e-mail address')).toBeTruthy();
    expect(screen.getByText('Please enter your password')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText('E-mail'));
    expect(received[LOGIN]).toEqual([]);
  });

  it('has Forgot Password, a link to /register, and Continue with Google to /api/auth/google (WEB-16)', async () => {
    await openLogin();
    const link = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href');
    expect(await link('Continue with Google')).toBe('/api/auth/google');
    expect(await link('Forgot Password')).toBe('/forgot-password');
    for (const each of screen.getAllByRole('link', { name: 'Sign Up' })) {
      expect(each.getAttribute('href')).toBe('/register');
    }
  });

  it('hides Google where the deployment has no such sign-in, and while that is not known (WEB-32)', async () => {
    answers('GET /api/info', { ...info, sign_in: ['password'], sandbox: ['mail'] });
    const { store } = await openLogin();
    await waitFor(() => expect(JSON.stringify(store.getState())).toContain('"sign_in":["password"]'));
    expect(screen.queryByRole('link', { name: 'Continue with Google' })).toBeNull();
  });

  it('shows the password on demand', async () => {
    const { user } = await openLogin();
    const password = screen.getByLabelText('Password');
    expect(password.getAttribute('type')).toBe('password');
    await user.click(screen.getByRole('button', { name: 'Show password' }));
    expect(password.getAttribute('type')).toBe('text');
  });
});

describe('the session', () => {
  it('is dropped at start without a request when it has expired (WEB-6)', async () => {
    answers('GET /api/auth/me', { status: 500, error: 'must not be asked' });
    keepSessionToken(freshToken(-1));
    await openLogin();
    expect(sessionToken()).toBeNull();
    expect(received['GET /api/auth/me']).toEqual([]);
  });

  it('is dropped on a 401, and every page leads to /login and back afterwards (WEB-6, WEB-7)', async () => {
    answers('GET /api/auth/me', { status: 401, error: 'Session is over.', code: 'session_invalid' });
    const { path } = await openPage('/terms?part=2', { signedIn: true });
    await waitFor(() => expect(path()).toBe('/login?next=%2Fterms%3Fpart%3D2'));
    expect(sessionToken()).toBeNull();
  });

  it('leads to /login once when it is refused: visitors then go where they like (WEB-7)', async () => {
    answers('GET /api/auth/me', { status: 401, error: 'Session is over.', code: 'session_invalid' });
    const { user, path } = await openPage('/terms', { signedIn: true });
    await waitFor(() => expect(path()).toBe('/login?next=%2Fterms'));
    await user.click((await screen.findAllByRole('link', { name: 'Privacy Policy' }))[0]);
    await waitFor(() => expect(path()).toBe('/privacy'));
  });

  it.each([503, 0])('is kept when the check answers %i, with a retry (WEB-6, WEB-7)', async (status) => {
    answers('GET /api/auth/me', { status, error: 'Away' }, { success: true, user: mara, data: mara });
    const { user, path } = await openPage('/dashboard', { signedIn: true });
    expect(await screen.findByText('The server could not be reached. Your session is kept.')).toBeTruthy();
    expect(sessionToken()).not.toBeNull();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() =>
      expect(screen.queryByText('The server could not be reached. Your session is kept.')).toBeNull(),
    );
    expect(path()).toBe('/dashboard');
  });
});
