import { readFileSync } from 'node:fs';
import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { keepSessionToken, sessionToken } from '../../lib/session-token';
import { answers, gateway, mara, received } from '../../testing/gateway';
import { freshToken, openPage } from '../../testing/open-page';
import { finishSignIn } from './finish-sign-in';
import { atDashboard, dashboardIsAway } from './testing/dashboard';

const GOOGLE_FAILED = 'Google did not sign you in. Please try again.';
const mine = freshToken(1_000);
const theirs = freshToken(2_000);
const handoff = freshToken(60);

/** Answers /api/auth/me by the token in the request; `undefined` refuses. */
function me(
  by: Record<string, { session?: string; name?: string; id?: string } | undefined>,
  seen?: (token: string) => void,
) {
  gateway.use(
    http.get('*/api/auth/me', ({ request }) => {
      const token = (request.headers.get('authorization') ?? '').replace('Bearer ', '');
      seen?.(token);
      const known = by[token];
      if (!known) return HttpResponse.json({ error: 'Over.', code: 'session_invalid' }, { status: 401 });
      const user = { ...mara, ...(known.id && { id: known.id }), name: known.name ?? mara.name };
      return HttpResponse.json(
        { success: true, user, data: user },
        { headers: known.session ? { 'x-session-token': known.session } : {} },
      );
    }),
  );
}

beforeEach(dashboardIsAway);

describe('/auth/callback', () => {
  it('stores the handoff token, loads its user, exchanges it for the session and goes to /dashboard (WEB-9)', async () => {
    window.history.replaceState(null, '', `/auth/callback?token=${handoff}`);
    const asked: unknown[] = [];
    let release = (): void => undefined;
    const held = new Promise<void>((done) => (release = done));
    gateway.use(
      http.get('*/api/auth/me', async ({ request }) => {
        asked.push([request.headers.get('authorization'), sessionToken(), window.location.search]);
        await held;
        return HttpResponse.json({ success: true, user: mara }, { headers: { 'x-session-token': mine } });
      }),
    );
    const { path } = await openPage(`/auth/callback?token=${handoff}`);
    expect(await screen.findByText('Completing authentication, please wait...')).toBeTruthy();
    await waitFor(() => expect(asked).toEqual([[`Bearer ${handoff}`, handoff, '']]));
    release();
    await atDashboard(path);
    expect(sessionToken()).toBe(mine);
  });

  it.each([
    ['?error=google_denied', 'The sign-in with Google was cancelled.'],
    ['?error=%3Cb%3Eanything', GOOGLE_FAILED],
    ['?error=toString', GOOGLE_FAILED],
  ])('%s goes to /login and shows the reason in our own words (WEB-9)', async (query, text) => {
    const { path } = await openPage(`/auth/callback${query}`);
    await waitFor(() => expect(path()).toBe('/login'));
    expect(await screen.findByText(text)).toBeTruthy();
  });

  it('with neither token nor error goes to /login (WEB-9)', async () => {
    const { path } = await openPage('/auth/callback');
    await waitFor(() => expect(path()).toBe('/login'));
  });

  it('removes a token that is refused and goes to /login (WEB-9)', async () => {
    me({});
    const { path } = await openPage(`/auth/callback?token=${handoff}`);
    await waitFor(() => expect(path()).toBe('/login'));
    expect(await screen.findByText(GOOGLE_FAILED)).toBeTruthy();
    expect(sessionToken()).toBeNull();
  });

  it('accepts an ordinary session token when nobody is signed in, and names its account (WEB-9, WEB-38)', async () => {
    me({ [theirs]: { name: 'Mallory' } });
    const { path } = await openPage(`/auth/callback?token=${theirs}`);
    expect(await screen.findByText('You are signed in as Mallory (mara@example.com).')).toBeTruthy();
    await atDashboard(path);
    expect(sessionToken()).toBe(theirs);
  });

  it('offers an immediate logout to a user who does not know that account (WEB-38)', async () => {
    me({ [theirs]: { name: 'Mallory' } });
    const ended: (string | null)[] = [];
    gateway.use(
      http.post('*/api/auth/logout', ({ request }) => {
        ended.push(request.headers.get('authorization'));
        return HttpResponse.json({ success: true });
      }),
    );
    const { user, path } = await openPage(`/auth/callback?token=${theirs}`);
    await user.click(await screen.findByRole('button', { name: 'Not your account? Log out' }));
    await waitFor(() => expect(path()).toBe('/login'));
    expect(sessionToken()).toBeNull();
    await waitFor(() => expect(ended).toEqual([`Bearer ${theirs}`]));
  });

  it('asks for the password of the account once when Google does not vouch for the address (ACC-62)', async () => {
    const LINK = 'POST /api/auth/google/link';
    answers(
      LINK,
      { status: 400, error: 'The current password is incorrect.', code: 'current_password_wrong' },
      { success: true, token: mine, user: mara },
    );
    const { user, path } = await openPage('/auth/callback?error=google_password_needed');
    await waitFor(() => expect(path()).toBe('/login'));
    const field = await screen.findByLabelText('Password of your account');
    await user.type(field, 'not this{Enter}');
    expect((await screen.findAllByText('The current password is incorrect.')).length).toBeGreaterThan(0);
    await user.clear(field);
    await user.type(field, 'correct horse{Enter}');
    await atDashboard(path);
    expect(sessionToken()).toBe(mine);
    expect(received[LINK]).toEqual([{ password: 'not this' }, { password: 'correct horse' }]);
  });

  describe('of a closed account (ACC-74)', () => {
    const [KEEP, LINK] = ['POST /api/auth/google/keep', 'POST /api/auth/google/link'];
    const closing = { status: 409, error: 'Closed.', code: 'account_closing', erased_at: '2026-12-02T14:02:00.000Z' };
    const QUESTION = 'Your account is to be erased on 2 Dec 2026, 14:02 UTC. Keep it?';

    it('asks the server when it is erased and its owner whether it is to be kept', async () => {
      answers(KEEP, closing, { success: true, token: mine, user: mara });
      const { user, path } = await openPage('/auth/callback?error=account_closing');
      expect(await screen.findByText(QUESTION)).toBeTruthy();
      expect([path(), sessionToken()]).toEqual(['/login', null]);
      await user.click(screen.getByRole('button', { name: 'Keep my account' }));
      await atDashboard(path);
      expect(sessionToken()).toBe(mine);
      expect(received[KEEP]).toEqual([{ keep_account: false }, { keep_account: true }]);
    });

    it('leaves it closed when its owner declines', async () => {
      answers(KEEP, closing);
      const { user } = await openPage('/auth/callback?error=account_closing');
      await user.click(await screen.findByRole('button', { name: 'Leave it closed' }));
      expect(await screen.findByText('Your account stays closed.')).toBeTruthy();
      expect(screen.queryByText(QUESTION)).toBeNull();
      expect(received[KEEP]).toEqual([{ keep_account: false }]);
    });

    it('warns when this browser began no sign-in: anybody can make such an address', async () => {
      answers(KEEP, { status: 400, error: 'This sign-in has expired.', code: 'link_ticket_invalid' });
      await openPage('/auth/callback?error=account_closing');
      expect(await screen.findByText('This sign-in has expired.')).toBeTruthy();
      expect(screen.queryByRole('button', { name: 'Keep my account' })).toBeNull();
    });

    it('asks for the password when Google needs it', async () => {
      answers(LINK, closing, { success: true, token: mine, user: mara });
      const { user, path } = await openPage('/auth/callback?error=google_password_needed');
      await user.type(await screen.findByLabelText('Password of your account'), 'correct horse{Enter}');
      await user.click(await screen.findByRole('button', { name: 'Keep my account' }));
      await atDashboard(path);
      const password = 'correct horse';
      expect(received[LINK]).toEqual([{ password }, { password, keep_account: true }]);
    });
  });

  it('never lets an ordinary session token replace a live session, nor be stored meanwhile (ACC-29, WEB-9)', async () => {
    keepSessionToken(mine);
    const kept: (string | null)[] = [];
    me({ [mine]: { name: 'Mara' }, [theirs]: { name: 'Mallory', id: 'mallory' } }, () => kept.push(sessionToken()));
    const { path, store } = await openPage(`/auth/callback?token=${theirs}`);
    await atDashboard(path);
    expect(new Set(kept)).toEqual(new Set([mine]));
    expect(sessionToken()).toBe(mine);
    expect(store.getState().session.user?.name).toBe('Mara');
    expect(
      await screen.findByText('You are still signed in as mara@example.com. The link was for mara@example.com.'),
    ).toBeTruthy();
  });

  it('never replaces the session that another tab began a moment ago, of which this one knows nothing yet (WEB-38)', async () => {
    const kept: (string | null)[] = [];
    me({ [theirs]: { name: 'Mallory', id: 'mallory' } }, () => kept.push(sessionToken()));
    const { store } = await openPage('/login');
    keepSessionToken(mine);
    const { stays } = await finishSignIn(store, theirs);
    expect([...kept, sessionToken(), stays]).toEqual([mine, mine, { email: null }]);
  });

  it('keeps a live session when a handoff token is refused (ACC-29)', async () => {
    keepSessionToken(mine);
    me({ [mine]: {} });
    const { path } = await openPage(`/auth/callback?token=${handoff}`);
    await atDashboard(path);
    expect(await screen.findByText(GOOGLE_FAILED)).toBeTruthy();
    expect(sessionToken()).toBe(mine);
  });

  it('replaces a live session by the one that this browser began (ACC-29, WEB-9)', async () => {
    keepSessionToken(theirs);
    me({ [theirs]: { name: 'Before' }, [handoff]: { session: mine, name: 'After' }, [mine]: { name: 'After' } });
    const { path, store } = await openPage(`/auth/callback?token=${handoff}`);
    await atDashboard(path);
    expect(sessionToken()).toBe(mine);
    expect(store.getState().session.user?.name).toBe('After');
  });

  it('replaces a session that is over (WEB-9)', async () => {
    keepSessionToken(mine);
    me({ [theirs]: {} });
    const { path } = await openPage(`/auth/callback?token=${theirs}`);
    await atDashboard(path);
    expect(sessionToken()).toBe(theirs);
  });

  it('sends no referrer, as every document of the app (WEB-9)', () => {
    expect(readFileSync('web/app.html', 'utf8')).toContain('<meta name="referrer" content="no-referrer" />');
  });
});
