import { jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { answers, info, mara, received } from '../../testing/gateway';
import { openPage } from '../../testing/open-page';

const userWith = (more: object) => {
  const user = { ...mara, pending_email: null, google_linked: false, ...more };
  answers('GET /api/auth/me', { success: true, user, data: user });
};
const planIs = (subscription: object | null) =>
  answers('GET /api/subscription/my-plan', subscription ? { success: true, subscription } : { status: 503 });
const medium = { plan: 'medium', isActive: true, remainingDays: 9, videoLimit: 500, endDate: 1_796_256_000 };
const free = { plan: 'free', isActive: true, remainingDays: null, videoLimit: 3, endDate: null };
const openDialog = async () => {
  const opened = await openPage('/profile?tab=data', { signedIn: true });
  await opened.user.click(await screen.findByRole('button', { name: 'Delete account' }));
  return { ...opened, dialog: within(await screen.findByRole('dialog')) };
};

describe('the export', () => {
  it('is saved as a file of the day, fetched with the session (ACC-38)', async () => {
    userWith({});
    answers('GET /api/user/export', { success: true, exported_at: '2026-11-22T09:00:00Z', account: { name: 'Mara' } });
    const parts: Blob[] = [];
    URL.createObjectURL = (part) => `blob:${parts.push(part as Blob)}`;
    URL.revokeObjectURL = () => undefined;
    const names: string[] = [];
    const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      names.push(this.download);
    });
    const { user } = await openPage('/profile?tab=data', { signedIn: true });
    await user.click(await screen.findByRole('button', { name: 'Download my data' }));
    await waitFor(() => expect(names).toEqual(['precis-account-2026-11-22.json']));
    expect(parts[0].type).toBe('application/json');
    click.mockRestore();
  });

  it.each([
    [{ status: 503, error: 'The export is not whole at present.' }, 'The export is not whole at present.'],
    [{ status: 0 }, 'Failed to export your data'],
  ])('that fails says why: %o (WEB-31)', async (failure, text) => {
    userWith({});
    answers('GET /api/user/export', failure);
    const { user } = await openPage('/profile?tab=data', { signedIn: true });
    await user.click(await screen.findByRole('button', { name: 'Download my data' }));
    expect(await screen.findByText(text)).toBeTruthy();
  });
});

describe('deleting the account', () => {
  it('names what of the term and the wallet is lost, and that a login cancels it, before anything is sent (ACC-33)', async () => {
    userWith({});
    planIs(medium);
    const { dialog, user } = await openDialog();
    expect(await dialog.findByText(/your Medium plan, paid until 3 Dec 2026/)).toBeTruthy();
    expect(dialog.getByText('The $41.85 in your wallet.')).toBeTruthy();
    expect(dialog.getByText(/If you log in within 7 days, we ask whether you want to keep the account/)).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Keep my account' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it.each([
    [free, 0, 'No paid plan is running.', 'Your wallet is empty.'],
    [null, null, /We could not check whether a paid plan is running/, /We could not check your wallet/],
  ])('never claims that nothing is lost when that is unknown: %o (ACC-33)', async (plan, wallet, term, money) => {
    userWith({ wallet_balance: wallet });
    planIs(plan);
    const { dialog } = await openDialog();
    expect(await dialog.findByText(term)).toBeTruthy();
    expect(dialog.getByText(money)).toBeTruthy();
  });

  it('requires the password, then ends the session here and shows when the account is erased (ACC-33)', async () => {
    userWith({});
    planIs(medium);
    answers('DELETE /api/user/account', {
      success: true,
      message: 'ok',
      erased_at: '2026-11-29T14:02:00Z',
      forfeited: { plan: null, wallet_balance: 41.85 },
    });
    const { dialog, user } = await openDialog();
    await user.click(dialog.getByRole('button', { name: 'Delete my account' }));
    expect(await dialog.findByText('Please enter your password')).toBeTruthy();
    expect(received['DELETE /api/user/account']).toEqual([]);
    await user.type(dialog.getByLabelText('Your password'), 'canal-lock-boat');
    await user.dblClick(dialog.getByRole('button', { name: 'Delete my account' }));
    expect(await screen.findByText(/It will be erased on 29 Nov 2026, 14:02 UTC/)).toBeTruthy();
    expect(received['DELETE /api/user/account']).toEqual([{ password: 'canal-lock-boat' }]);
    expect(localStorage.getItem('token')).toBeNull();
  });

  it('with a wrong password keeps the account and says so (ACC-33, WEB-31)', async () => {
    userWith({});
    planIs(free);
    answers('DELETE /api/user/account', {
      status: 400,
      error: 'The current password is incorrect.',
      code: 'current_password_wrong',
    });
    const { dialog, user } = await openDialog();
    await user.type(dialog.getByLabelText('Your password'), 'wrong-one');
    await user.click(dialog.getByRole('button', { name: 'Delete my account' }));
    expect(await dialog.findByText('The current password is incorrect.')).toBeTruthy();
    expect(localStorage.getItem('token')).not.toBeNull();
  });

  it('sends a user without a password to a fresh sign-in by Google (ACC-33)', async () => {
    userWith({ has_password: false, google_linked: true });
    planIs(free);
    answers('DELETE /api/user/account', {
      status: 403,
      error: 'Please sign in with Google again to confirm.',
      code: 'fresh_sign_in_required',
    });
    const { dialog, user } = await openDialog();
    expect(dialog.queryByLabelText('Your password')).toBeNull();
    const link = await dialog.findByRole('link', { name: 'Sign in with Google again' });
    expect(link.getAttribute('href')).toBe('/api/auth/google');
    await user.click(dialog.getByRole('button', { name: 'Delete my account' }));
    expect((await dialog.findByRole('alert')).textContent).toContain('Please sign in with Google again to confirm.');
    expect(received['DELETE /api/user/account']).toEqual([{}]);
  });

  it('tells a user who has set a password elsewhere why the account was not deleted (ACC-33)', async () => {
    userWith({ has_password: false, google_linked: true });
    planIs(free);
    const refused = { status: 400, error: 'The current password is incorrect.', code: 'current_password_wrong' };
    answers('DELETE /api/user/account', refused);
    const { dialog, user } = await openDialog();
    await user.click(await dialog.findByRole('button', { name: 'Delete my account' }));
    expect(await screen.findByText('The current password is incorrect.')).toBeTruthy();
  });

  it('accepts a fresh sign-in by Google also of a user with a password, who may leave it empty (ACC-33)', async () => {
    userWith({ google_linked: true });
    planIs(free);
    const refused = { status: 400, error: 'The current password is incorrect.', code: 'current_password_wrong' };
    answers('DELETE /api/user/account', refused);
    const { dialog, user } = await openDialog();
    const link = await dialog.findByRole('link', { name: 'Sign in with Google again' });
    expect(link.getAttribute('href')).toBe('/api/auth/google');
    // The user has not signed in with Google again. The dialog must not call an empty password incorrect.
    await user.click(dialog.getByRole('button', { name: 'Delete my account' }));
    expect(await dialog.findByText('Please enter your password, or sign in with Google again')).toBeTruthy();
    expect(screen.queryByText('The current password is incorrect.')).toBeNull();
    expect(received['DELETE /api/user/account']).toEqual([{}]);
    answers('DELETE /api/user/account', {
      success: true,
      message: 'ok',
      erased_at: '2026-11-29T14:02:00Z',
      forfeited: { plan: null, wallet_balance: 0 },
    });
    await user.click(await dialog.findByRole('button', { name: 'Delete my account' }));
    expect(await screen.findByText(/It will be erased on 29 Nov 2026, 14:02 UTC/)).toBeTruthy();
    expect(received['DELETE /api/user/account']).toEqual([{}]);
  });

  it('without Google sends a user without a password to set one (ACC-33, WEB-32)', async () => {
    userWith({ has_password: false, google_linked: true });
    planIs(free);
    answers('GET /api/info', { ...info, sign_in: ['password'] });
    const { dialog, user, path } = await openDialog();
    expect(dialog.queryByRole('button', { name: 'Delete my account' })).toBeNull();
    await user.click(await dialog.findByRole('link', { name: 'Set a password first' }));
    expect(path()).toBe('/profile?tab=password');
  });
});
