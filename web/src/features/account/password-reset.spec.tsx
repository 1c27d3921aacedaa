import { screen, waitFor } from '@testing-library/react';
import { keepSessionToken, sessionToken } from '../../lib/session-token';
import { answers, info, mara, received } from '../../testing/gateway';
import { freshToken, openPage } from '../../testing/open-page';
import { atDashboard, dashboardIsAway } from './testing/dashboard';

const FORGOT = 'POST /api/auth/forgot-password';
const RESET = 'POST /api/auth/reset-password';
const INVALID = 'Invalid or expired password reset token. Please request a new password reset link.';

describe('/forgot-password', () => {
  async function send() {
    const page = await openPage('/forgot-password');
    await page.user.type(await screen.findByLabelText('E-mail'), 'mara@example.com{Enter}');
    return page;
  }

  it('shows Password reset email sent!, and never whether there is an account (WEB-37)', async () => {
    answers('GET /api/info', { ...info, sandbox: ['mail'] });
    answers(FORGOT, { success: true, message: 'Sent.' });
    await send();
    expect(await screen.findByText('Password reset email sent!')).toBeTruthy();
    expect(screen.getByText('If there is an account for mara@example.com, a link is on its way.')).toBeTruthy();
    expect((await screen.findByRole('link', { name: 'Open the sandbox mailbox' })).getAttribute('href')).toBe(
      '/sandbox/mailbox',
    );
  });

  it('says that the link works for 30 minutes (ACC-14)', async () => {
    await openPage('/forgot-password');
    expect(await screen.findByText(/The link works for 30 minutes\.$/)).toBeTruthy();
  });

  it('shows the text of the server, else Failed to send reset email (WEB-31, WEB-33)', async () => {
    answers(FORGOT, { status: 429, error: 'Too many attempts.', code: 'throttled' }, { status: 0 });
    const { user } = await send();
    expect(await screen.findByText('Too many attempts.')).toBeTruthy();
    await user.click(await screen.findByRole('button', { name: 'Send the link' }));
    expect(await screen.findByText('Failed to send reset email')).toBeTruthy();
  });
});

describe('/reset-password', () => {
  beforeEach(dashboardIsAway);

  async function send(password = 'secret1', repeated = password) {
    const page = await openPage('/reset-password?token=once');
    await page.user.type(await screen.findByLabelText('New password'), password);
    await page.user.type(screen.getByLabelText('Repeat the password'), repeated + '{Enter}');
    return page;
  }

  it('keeps the session that the reset brings and goes to /dashboard (WEB-10, WEB-37)', async () => {
    const token = freshToken();
    answers(RESET, { success: true, token, user: mara });
    const { path } = await send();
    expect(await screen.findByText('Password reset successfully!')).toBeTruthy();
    await atDashboard(path);
    expect(sessionToken()).toBe(token);
    expect(received[RESET]).toEqual([{ token: 'once', password: 'secret1' }]);
  });

  it('takes the token out of the address before it is used (WEB-10)', async () => {
    window.history.replaceState(null, '', '/reset-password?token=once');
    const { path } = await openPage('/reset-password?token=once');
    await screen.findByLabelText('New password');
    expect(window.location.search).toBe('');
    await waitFor(() => expect(path()).toBe('/reset-password'));
  });

  it('shows Passwords do not match, and accepts no fewer than 6 characters (WEB-10)', async () => {
    answers(RESET, { status: 500, error: 'must not be asked' });
    const { user } = await send('12345', '12346');
    expect(await screen.findByText('Passwords do not match')).toBeTruthy();
    expect(screen.getByText('The password needs at least 6 characters')).toBeTruthy();
    expect(received[RESET]).toEqual([]);
    await user.type(screen.getByLabelText('New password'), '6');
    expect(screen.queryByText('The password needs at least 6 characters')).toBeNull();
  });

  it('shows without a token that it is invalid, with a link to /forgot-password (WEB-35)', async () => {
    await openPage('/reset-password');
    expect(await screen.findByText(INVALID)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Request a new link' }).getAttribute('href')).toBe('/forgot-password');
    expect(screen.queryByLabelText('New password')).toBeNull();
  });

  it('a token that the server refuses leads to a new link as well (WEB-35)', async () => {
    answers(RESET, { status: 400, error: 'This link is spent.', code: 'reset_token_invalid' });
    await send();
    expect(await screen.findByText(INVALID)).toBeTruthy();
    expect(await screen.findByText('This link is spent.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Request a new link' }).getAttribute('href')).toBe('/forgot-password');
  });

  it('keeps link and form when the server is away: Password reset failed (WEB-33)', async () => {
    answers(RESET, { status: 0 });
    await send();
    expect(await screen.findByText('Password reset failed')).toBeTruthy();
    expect(screen.getByLabelText('New password')).toBeTruthy();
  });

  it('asks whether a closed account is to be kept before it sets the password (ACC-74)', async () => {
    const token = freshToken();
    const closing = { error: 'Closed.', code: 'account_closing', erased_at: '2026-12-02T14:02:00.000Z' };
    answers(RESET, { status: 409, ...closing }, { success: true, token, user: mara });
    const { user, path } = await send();
    expect(await screen.findByText('Your account is to be erased on 2 Dec 2026, 14:02 UTC. Keep it?')).toBeTruthy();
    expect(sessionToken()).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Keep my account' }));
    await atDashboard(path);
    const typed = { token: 'once', password: 'secret1' };
    expect(received[RESET]).toEqual([typed, { ...typed, keep_account: true }]);
  });

  it('never replaces the live session of another account without a button press (WEB-38)', async () => {
    const mine = freshToken(1_000);
    const theirs = freshToken(2_000);
    keepSessionToken(mine);
    answers(RESET, { success: true, token: theirs, user: { ...mara, id: 'another', email: 'other@example.com' } });
    const { user, store, path } = await send();
    const button = await screen.findByRole('button', { name: 'Sign in as other@example.com' });
    expect([sessionToken(), store.getState().session.user?.id]).toEqual([mine, mara.id]);
    await user.click(button);
    await atDashboard(path);
    expect(sessionToken()).toBe(theirs);
  });

  it('admits signed-in users with a token (WEB-4)', async () => {
    await openPage('/reset-password?token=once', { signedIn: true });
    expect(await screen.findByLabelText('New password')).toBeTruthy();
  });

  it('sends signed-in users without a token to /dashboard (WEB-4)', async () => {
    const { path } = await openPage('/reset-password', { signedIn: true });
    await atDashboard(path);
  });
});
