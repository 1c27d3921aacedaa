import { jest } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { keepSessionToken, sessionToken } from '../../lib/session-token';
import { answers, gateway, mara, received } from '../../testing/gateway';
import { freshToken, openPage } from '../../testing/open-page';
import { verificationFailure } from './verification-failure.rule';
import { atDashboard, dashboardIsAway } from './testing/dashboard';

const VERIFY = 'POST /api/auth/verify-email';
const RESEND = 'POST /api/auth/resend-verification';
const LOOK = 'GET /api/auth/mailed-link';
const INVALID = 'Failed to verify email. The token may be invalid or expired.';

const open = {
  kind: 'verify-email',
  state: 'open',
  email: 'mara@example.com',
  asked_at: '2026-11-25T08:20:00Z',
  same_browser: true,
};
/** The server's answer about the link. By default, this browser registered its address. */
const linkIs = (more: Partial<Record<keyof typeof open, unknown>> = {}) =>
  answers(LOOK, { success: true, link: { ...open, ...more } });

beforeEach(() => {
  dashboardIsAway();
  linkIs();
});
afterEach(() => jest.useRealTimers());

describe('/verify-email in the browser that registered', () => {
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

  it('shows the success for 3 s and no longer (WEB-10)', async () => {
    const { SHOWN_MS } = await import('./email-verification');
    expect(SHOWN_MS).toBe(3_000);
  });

  it('takes the token out of the address before it asks the server (WEB-10)', async () => {
    window.history.replaceState(null, '', '/verify-email?token=once');
    const seen: string[] = [];
    const refused = () => {
      seen.push(window.location.search);
      return { status: 400, error: INVALID, code: 'verification_token_invalid' };
    };
    answers(LOOK, () => {
      seen.push(window.location.search);
      return { success: true, link: open };
    });
    answers(VERIFY, refused);
    const { path } = await openPage('/verify-email?token=once');
    await waitFor(() => expect(seen).toEqual(['', '']));
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

  it('passes a signed-in user, whose change of e-mail it is: a press shows the new address (WEB-4, WEB-39, ACC-26)', async () => {
    linkIs({ kind: 'change-email', email: 'new@example.com', same_browser: false });
    answers(VERIFY, { success: true, token: freshToken(), user: { ...mara, email: 'new@example.com' } });
    const { store, user } = await openPage('/verify-email?token=once', { signedIn: true });
    const button = await screen.findByRole('button', { name: 'Confirm my e-mail' });
    expect(received[VERIFY]).toEqual([]);
    await user.click(button);
    expect(await screen.findByText(/You are signed in as new@example.com/)).toBeTruthy();
    expect(store.getState().session.user?.email).toBe('new@example.com');
  });

  it('shows that a link which needs the session is not used up, and offers a login (ACC-26)', async () => {
    const error = 'Please log in to the account whose email you are changing, then open the link again.';
    linkIs({ kind: 'change-email', same_browser: false });
    answers(VERIFY, { status: 403, error, code: 'session_required_for_link' });
    const { user } = await openPage('/verify-email?token=once');
    await user.click(await screen.findByRole('button', { name: 'Confirm my e-mail' }));
    await waitFor(() => expect(screen.getAllByText(error)).toHaveLength(2));
    expect(screen.getByText('The link still works. Log in, then open the link in the mail again.')).toBeTruthy();
    expect(screen.queryByText(INVALID)).toBeNull();
  });

  it('keeps the link when the previous session is refused at the same time (WEB-7)', async () => {
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

describe('/verify-email in any other browser', () => {
  it('shows which address was registered and when, and does nothing until its button is pressed (WEB-39)', async () => {
    const token = freshToken();
    linkIs({ same_browser: false });
    answers(VERIFY, { success: true, token, user: mara });
    const { user } = await openPage('/verify-email?token=once');
    expect(
      await screen.findByText('mara@example.com was registered at Precis on 25 Nov 2026, 08:20 UTC.'),
    ).toBeTruthy();
    expect([received[VERIFY], sessionToken(), window.location.search]).toEqual([[], null, '']);
    await user.dblClick(screen.getByRole('button', { name: 'Verify my e-mail' }));
    await waitFor(() => expect(screen.getAllByText('Email verified successfully!')).toHaveLength(2));
    expect([received[VERIFY], sessionToken()]).toEqual([[{ token: 'once' }], token]);
  });

  it('uses the link again after a failure, without another press (WEB-33)', async () => {
    linkIs({ same_browser: false });
    answers(VERIFY, { status: 0 }, { success: true, token: freshToken(), user: mara });
    const { user } = await openPage('/verify-email?token=once');
    await user.click(await screen.findByRole('button', { name: 'Verify my e-mail' }));
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.getAllByText('Email verified successfully!')).toHaveLength(2));
    expect(received[VERIFY]).toHaveLength(2);
  });

  it('can be retried when the server was away, and has not used the link (WEB-39)', async () => {
    answers(LOOK, { status: 0 }, { success: true, link: { ...open, same_browser: false } });
    answers(VERIFY, { status: 500, error: 'must not be asked' });
    const { user } = await openPage('/verify-email?token=once');
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('button', { name: 'Verify my e-mail' })).toBeTruthy();
    expect(received[VERIFY]).toEqual([]);
  });
});

describe('/verify-email of an address that is verified already', () => {
  const already = 'This e-mail address is verified already. Please log in.';

  it('leads to /login with that message (WEB-39)', async () => {
    linkIs({ state: 'verified', email: null, same_browser: false });
    const { path } = await openPage('/verify-email?token=once');
    await waitFor(() => expect(path()).toBe('/login'));
    expect(await screen.findByText(already)).toBeTruthy();
  });

  it('also when another tab used the link in between (WEB-39)', async () => {
    answers(VERIFY, { status: 400, error: already, code: 'email_already_verified' });
    const { path } = await openPage('/verify-email?token=once');
    await waitFor(() => expect(path()).toBe('/login'));
    expect(await screen.findByText(already)).toBeTruthy();
    expect(screen.queryByText(INVALID)).toBeNull();
  });
});

describe('/verify-email over the live session of another account', () => {
  const [mine, theirs] = [freshToken(1_000), freshToken(2_000)];
  const other = { ...mara, id: '0199aaaa-bbbb-7ccc-8ddd-eeeeffff0002', email: 'other@example.com' };

  async function verifyOther() {
    keepSessionToken(mine);
    answers(VERIFY, { success: true, token: theirs, user: other });
    return openPage('/verify-email?token=once');
  }

  it('keeps it until a press decides otherwise (WEB-38)', async () => {
    const { user, store, path } = await verifyOther();
    const button = await screen.findByRole('button', { name: 'Sign in as other@example.com' });
    expect(screen.getByText(/This browser is signed in as mara@example.com/)).toBeTruthy();
    expect([sessionToken(), store.getState().session.user?.id]).toEqual([mine, mara.id]);
    answers('GET /api/auth/me', { success: true, user: other, data: other });
    await user.click(button);
    await atDashboard(path);
    expect([sessionToken(), store.getState().session.user?.id]).toEqual([theirs, other.id]);
  });

  it('keeps it when its owner decides so, and ends the other one at the server (WEB-38)', async () => {
    const ended: (string | null)[] = [];
    gateway.use(
      http.post('*/api/auth/logout', ({ request }) => {
        ended.push(request.headers.get('authorization'));
        return HttpResponse.json({ success: true });
      }),
    );
    const { user, store, path } = await verifyOther();
    await user.click(await screen.findByRole('button', { name: 'Stay signed in as mara@example.com' }));
    await atDashboard(path);
    expect([sessionToken(), store.getState().session.user?.id]).toEqual([mine, mara.id]);
    await waitFor(() => expect(ended).toEqual([`Bearer ${theirs}`]));
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
