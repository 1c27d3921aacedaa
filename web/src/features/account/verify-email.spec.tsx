import { jest } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { sessionToken } from '../../lib/session-token';
import { answers, mara, received } from '../../testing/gateway';
import { freshToken, openPage } from '../../testing/open-page';
import { verificationFailure } from './verification-failure.rule';
import { atDashboard, dashboardIsAway } from './testing/dashboard';

const VERIFY = 'POST /api/auth/verify-email';
const RESEND = 'POST /api/auth/resend-verification';
const INVALID = 'Failed to verify email. The token may be invalid or expired.';

beforeEach(dashboardIsAway);
afterEach(() => jest.useRealTimers());

describe('/verify-email', () => {
  it('shows that it works, then the success, keeps the session, opens /dashboard after 3 s (WEB-10, WEB-36)', async () => {
    const token = freshToken();
    let release = (): void => undefined;
    const held = new Promise<void>((done) => (release = done));
    answers(VERIFY, async () => {
      await held;
      return { success: true, token, user: mara };
    });
    jest.useFakeTimers({ advanceTimers: true, doNotFake: ['queueMicrotask', 'nextTick', 'performance'] });
    const { path } = await openPage('/verify-email?token=once');
    expect(await screen.findByText('Verifying your e-mail. One moment, please.')).toBeTruthy();
    release();
    await waitFor(() => expect(screen.getAllByText('Email verified successfully!')).toHaveLength(2));
    expect(sessionToken()).toBe(token);
    act(() => void jest.advanceTimersByTime(1_500));
    expect(path()).toBe('/verify-email');
    act(() => void jest.advanceTimersByTime(1_500));
    await atDashboard(path);
    expect(received[VERIFY]).toEqual([{ token: 'once' }]);
  });

  it('shows the success for 3 s and not longer (WEB-10)', async () => {
    const { SHOWN_MS } = await import('./email-verification');
    expect(SHOWN_MS).toBe(3_000);
  });

  it('takes the token out of the address before it asks the server (WEB-10)', async () => {
    window.history.replaceState(null, '', '/verify-email?token=once');
    let seen: string | undefined;
    answers(VERIFY, () => {
      seen = window.location.search;
      return { status: 400, error: INVALID, code: 'verification_token_invalid' };
    });
    const { path } = await openPage('/verify-email?token=once');
    await waitFor(() => expect(seen).toBe(''));
    await waitFor(() => expect(path()).toBe('/verify-email'));
  });

  it('without a token says Verification token is missing. and asks nothing (WEB-10)', async () => {
    answers(VERIFY, { status: 500, error: 'must not be asked' });
    await openPage('/verify-email');
    expect(await screen.findByText('Verification token is missing.')).toBeTruthy();
    expect(received[VERIFY]).toEqual([]);
  });

  it('says that the token may be invalid or expired, and sends a new link (WEB-35)', async () => {
    answers(VERIFY, { status: 400, error: 'Spent.', code: 'verification_token_invalid' });
    answers(RESEND, { success: true, message: 'A link is on its way.' });
    const { user } = await openPage('/verify-email?token=spent');
    expect(await screen.findByText(INVALID)).toBeTruthy();
    expect(await screen.findByText('Spent.')).toBeTruthy();
    await user.type(screen.getByLabelText('E-mail'), 'mara@example.com{Enter}');
    expect(await screen.findByText('A link is on its way.')).toBeTruthy();
    expect(received[RESEND]).toEqual([{ email: 'mara@example.com' }]);
  });

  it('tries again with the same link when the server was away: Email verification failed (WEB-33)', async () => {
    answers(VERIFY, { status: 0 }, { success: true, token: freshToken(), user: mara });
    const { user } = await openPage('/verify-email?token=once');
    expect(await screen.findByText('Email verification failed')).toBeTruthy();
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.getAllByText('Email verified successfully!')).toHaveLength(2));
    expect(received[VERIFY]).toEqual([{ token: 'once' }, { token: 'once' }]);
  });

  it('passes a signed-in user, whose change of e-mail it is, and shows the new address (WEB-4, ACC-26)', async () => {
    answers(VERIFY, { success: true, token: freshToken(), user: { ...mara, email: 'new@example.com' } });
    const { store } = await openPage('/verify-email?token=once', { signedIn: true });
    expect(await screen.findByText(/new@example.com/)).toBeTruthy();
    expect(store.getState().session.user?.email).toBe('new@example.com');
  });

  it('says that a link which needs the session is not used up, with a way to log in (ACC-26)', async () => {
    const error = 'Please log in to the account whose email you are changing, then open the link again.';
    answers(VERIFY, { status: 403, error, code: 'session_required_for_link' });
    await openPage('/verify-email?token=once');
    await waitFor(() => expect(screen.getAllByText(error)).toHaveLength(2));
    expect(screen.getByText('The link is not used up: log in, then open it in the mail once more.')).toBeTruthy();
    expect(screen.queryByText(INVALID)).toBeNull();
  });

  it('keeps the link when the session of before is refused at the same time (WEB-7)', async () => {
    answers('GET /api/auth/me', { status: 401, error: 'Over.', code: 'session_invalid' });
    answers(VERIFY, { success: true, token: freshToken(), user: mara });
    const { path } = await openPage('/verify-email?token=once', { signedIn: true });
    await waitFor(() => expect(screen.getAllByText('Email verified successfully!')).toHaveLength(2));
    expect(path()).toBe('/verify-email');
  });

  it('sends signed-in users without a token to /dashboard (WEB-4)', async () => {
    const { path } = await openPage('/verify-email', { signedIn: true });
    await atDashboard(path);
  });
});

it.each([
  [403, 'session_required_for_link', 'session'],
  [409, 'email_taken', 'taken'],
  [400, 'verification_token_invalid', 'invalid'],
  [0, undefined, 'away'],
  [429, 'throttled', 'away'],
  [503, 'service_unavailable', 'away'],
])('a verification answered with %i %s means %s for its link (WEB-35)', (status, code, means) =>
  expect(verificationFailure({ status, code })).toBe(means),
);
