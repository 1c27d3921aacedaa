import { screen, waitFor } from '@testing-library/react';
import { sessionToken } from '../../lib/session-token';
import { answers, received } from '../../testing/gateway';
import { openPage } from '../../testing/open-page';

const LOOK = 'GET /api/auth/mailed-link';
const UNDO = 'POST /api/auth/undo-email-change';
const link = {
  kind: 'undo-email-change',
  state: 'open',
  email: 'mara@example.com',
  asked_at: '2026-11-25T08:20:00Z',
  same_browser: false,
};
const done = 'The change of your e-mail address is undone. We sent you a link to set a new password.';

describe('/undo-email-change', () => {
  it('shows which address comes back, and undoes nothing until its button is pressed (WEB-40)', async () => {
    window.history.replaceState(null, '', '/undo-email-change?token=once');
    answers(LOOK, { success: true, link });
    answers(UNDO, { success: true, message: done, email: link.email });
    const { user } = await openPage('/undo-email-change?token=once');
    expect(await screen.findByText(/Your account will then use mara@example.com again/)).toBeTruthy();
    expect([received[UNDO], window.location.search]).toEqual([[], '']);
    await user.dblClick(screen.getByRole('button', { name: 'Undo the change' }));
    expect(await screen.findByText(done)).toBeTruthy();
    expect(received[UNDO]).toEqual([{ token: 'once' }]);
    expect(screen.getByRole('link', { name: 'No mail? Request the link again' }).getAttribute('href')).toBe(
      '/forgot-password',
    );
  });

  it('works in a browser that is signed in, and leaves that session unchanged (WEB-38, WEB-40)', async () => {
    answers(LOOK, { success: true, link });
    answers(UNDO, { success: true, message: done, email: link.email });
    const { user } = await openPage('/undo-email-change?token=once', { signedIn: true });
    const before = sessionToken();
    await user.click(await screen.findByRole('button', { name: 'Undo the change' }));
    await screen.findByText(done);
    expect(sessionToken()).toBe(before);
  });

  it.each([
    ['spent', { status: 400, error: 'Spent.', code: 'verification_token_invalid' }],
    ['of another mail', { success: true, link: { ...link, kind: 'verify-email' } }],
  ])('shows that a link that is %s no longer works (WEB-40)', async (_, answer) => {
    answers(LOOK, answer);
    await openPage('/undo-email-change?token=once');
    expect(await screen.findByText('This link was used already or has expired.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Undo the change' })).toBeNull();
  });

  it('shows the same without a token, and sends nothing (WEB-40)', async () => {
    answers(LOOK, { status: 500, error: 'must not be asked' });
    await openPage('/undo-email-change');
    expect(await screen.findByText('This link was used already or has expired.')).toBeTruthy();
    expect(received[LOOK]).toEqual([]);
  });

  it('can be retried while the server is away, and shows why it was refused (WEB-31, WEB-40)', async () => {
    answers(LOOK, { status: 503 }, { success: true, link });
    answers(UNDO, { status: 409, error: 'An account with this email already exists.', code: 'email_taken' });
    const { user } = await openPage('/undo-email-change?token=once');
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    await user.click(await screen.findByRole('button', { name: 'Undo the change' }));
    expect(await screen.findByText('An account with this email already exists.')).toBeTruthy();
    await waitFor(() => expect(received[UNDO]).toHaveLength(1));
  });
});
