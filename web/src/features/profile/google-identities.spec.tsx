import { screen, waitFor } from '@testing-library/react';
import { answers, mara, received } from '../../testing/gateway';
import { openPage } from '../../testing/open-page';

const LIST = 'GET /api/user/google-identities';
const of = (id: string, email: string | null, used: string | null = '2026-11-24T09:00:00Z') => ({
  id,
  email,
  linked_at: '2026-11-20T08:00:00Z',
  last_used_at: used,
});
const listed = (removable: boolean, ...identities: object[]) => ({ success: true, identities, removable });

describe('the sign-ins with Google on the profile', () => {
  const linked = (google_linked: boolean) => {
    const user = { ...mara, pending_email: null, google_linked, created_at: '2026-03-02T10:00:00Z' };
    answers('GET /api/auth/me', { success: true, user, data: user });
  };
  beforeEach(() => linked(true));

  it('are listed, and one is removed after a confirmation (ACC-63, WEB-41)', async () => {
    answers(LIST, listed(true, of('i1', 'mara@gmail.com'), of('i2', null, null)), listed(true, of('i2', null, null)));
    answers('DELETE /api/user/google-identities/i1', { success: true, message: 'ok' });
    const { user } = await openPage('/profile', { signedIn: true });
    expect(await screen.findByText('mara@gmail.com')).toBeTruthy();
    expect(screen.getByText('Linked on 20 Nov 2026, 08:00, last used on 24 Nov 2026, 09:00 UTC')).toBeTruthy();
    expect(screen.getByText('Google account with an unknown address')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Remove the sign-in of mara@gmail.com' }));
    expect(received['DELETE /api/user/google-identities/i1']).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Remove it' }));
    expect(await screen.findByText('Sign-in with Google removed')).toBeTruthy();
    await waitFor(() => expect(screen.queryByText('mara@gmail.com')).toBeNull());
  });

  it('disappear from the page with the last one (WEB-41)', async () => {
    answers(LIST, listed(true, of('i1', 'mara@gmail.com')), listed(true));
    answers('DELETE /api/user/google-identities/i1', () => {
      linked(false);
      return { success: true, message: 'ok' };
    });
    const { user, store } = await openPage('/profile', { signedIn: true });
    await user.click(await screen.findByRole('button', { name: /^Remove the sign-in/ }));
    await user.click(screen.getByRole('button', { name: 'Remove it' }));
    await waitFor(() => expect(store.getState().session.user?.google_linked).toBe(false));
    expect(screen.queryByRole('heading', { name: 'Sign-in with Google' })).toBeNull();
  });

  it('keep the last way in, with a way to set a password (ACC-63, WEB-41)', async () => {
    answers(LIST, listed(false, of('i1', 'mara@gmail.com')));
    await openPage('/profile', { signedIn: true });
    expect(await screen.findByText(/This is the only way into your account/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Remove the sign-in/ })).toBeNull();
    expect(screen.getByRole('link', { name: 'Set a password' }).getAttribute('href')).toBe('/profile?tab=password');
  });

  it('say why one was not removed, and offer a retry when they cannot be loaded (WEB-31, WEB-41)', async () => {
    answers(LIST, { status: 503 }, listed(true, of('i1', 'mara@gmail.com')), listed(false, of('i1', 'mara@gmail.com')));
    answers('DELETE /api/user/google-identities/i1', { status: 409, error: 'The only way in.', code: 'last_way_in' });
    const { user } = await openPage('/profile', { signedIn: true });
    expect(await screen.findByText('Failed to load the sign-ins with Google')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await user.click(await screen.findByRole('button', { name: /^Remove the sign-in/ }));
    await user.click(screen.getByRole('button', { name: 'Remove it' }));
    expect(await screen.findByText('The only way in.')).toBeTruthy();
    expect(await screen.findByText(/This is the only way into your account/)).toBeTruthy();
  });
});
