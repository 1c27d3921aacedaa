import { act, screen, waitFor } from '@testing-library/react';
import { userChanged } from '../../app/session';
import { answers, mara, received } from '../../testing/gateway';
import { openPage } from '../../testing/open-page';

const userWith = (more: object) => {
  const user = { ...mara, pending_email: null, google_linked: false, created_at: '2026-03-02T10:00:00Z', ...more };
  answers('GET /api/auth/me', { success: true, user, data: user });
  return user;
};
/** Answers each save with the next user. The page may read the user again at any time, so from then on /api/auth/me describes this user too. */
const saves = (...users: object[]) =>
  answers(
    'PUT /api/user/profile',
    ...users.map((more) => () => {
      const user = userWith(more);
      return { success: true, user, data: user };
    }),
  );
const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);
const press = async (user: { click: (element: Element) => Promise<void> }, name: string) =>
  user.click(await screen.findByRole('button', { name }));

describe('the account section', () => {
  it('says that a new e-mail is verified first (WEB-23)', async () => {
    userWith({});
    await openPage('/profile', { signedIn: true });
    expect(await screen.findByText('Changing the e-mail requires verifying the new address.')).toBeTruthy();
    expect((await field('Name')).value).toBe('Mara Lindqvist');
    expect((await field('E-mail')).value).toBe('mara@example.com');
    expect(await screen.findByText('Account since 2 Mar 2026 (UTC).')).toBeTruthy();
  });

  it('shows the saved user and confirms it (WEB-23, WEB-36)', async () => {
    userWith({ apiKey: 'prc_old' });
    saves({ name: 'Mara L.', pending_email: 'new@example.com' });
    const { user, store } = await openPage('/profile', { signedIn: true });
    await user.clear(await field('Name'));
    await user.type(await field('Name'), 'Mara L.');
    await user.clear(await field('E-mail'));
    await user.type(await field('E-mail'), 'new@example.com');
    await user.dblClick(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Profile updated successfully!')).toBeTruthy();
    expect(received['PUT /api/user/profile']).toEqual([{ name: 'Mara L.', email: 'new@example.com' }]);
    expect(store.getState().session.user).toMatchObject({ name: 'Mara L.', pending_email: 'new@example.com' });
    expect(store.getState().session.user?.apiKey).toBeUndefined();
    expect(await screen.findByText('new@example.com is waiting to be verified.')).toBeTruthy();
  });

  it('keeps a pending e-mail when only the name is saved, and cancels its change on request (WEB-23)', async () => {
    userWith({ pending_email: 'new@example.com' });
    saves({ name: 'Mara', pending_email: 'new@example.com' }, { name: 'Mara' });
    const { user } = await openPage('/profile', { signedIn: true });
    await user.clear(await field('Name'));
    await user.type(await field('Name'), 'Mara');
    await press(user, 'Save');
    await screen.findByText('Profile updated successfully!');
    await press(user, 'Keep mara@example.com');
    await waitFor(() => expect(screen.queryByText('new@example.com is waiting to be verified.')).toBeNull());
    expect(received['PUT /api/user/profile']).toEqual([
      { name: 'Mara', email: 'new@example.com' },
      { name: 'Mara', email: 'mara@example.com' },
    ]);
    expect((await field('E-mail')).value).toBe('mara@example.com');
  });

  it.each([
    ['E-mail', { name: 'Mara Berg' }, { name: 'Mara Berg', email: 'typed' }],
    ['Name', { email: 'new@example.com' }, { name: 'typed', email: 'new@example.com' }],
    ['Name', { pending_email: 'new@example.com' }, { name: 'typed', email: 'new@example.com' }],
  ])(
    'saves only the %s that was edited, and not what another tab has changed: %o (ACC-25)',
    async (label, elsewhere, sent) => {
      userWith({});
      const { user } = await openPage('/profile', { signedIn: true });
      const typed = label === 'Name' ? 'Mara L.' : 'typed@example.com';
      await user.clear(await field(label));
      await user.type(await field(label), typed);
      userWith(elsewhere);
      saves(elsewhere);
      await press(user, 'Save');
      await screen.findByText('Profile updated successfully!');
      const body = JSON.parse(JSON.stringify(sent).replace('typed', typed)) as object;
      expect(received['PUT /api/user/profile']).toEqual([body]);
    },
  );

  it('follows what another tab has changed, except in a field that is being edited (ACC-25)', async () => {
    userWith({});
    const { user, store } = await openPage('/profile', { signedIn: true });
    await user.type(await field('E-mail'), '.org');
    const changed = { ...mara, name: 'Mara Berg', email: 'berg@example.com' };
    act(() => void store.dispatch(userChanged(changed)));
    await waitFor(async () => expect((await field('Name')).value).toBe('Mara Berg'));
    expect((await field('E-mail')).value).toBe('mara@example.com.org');
  });

  it.each([
    [{ status: 400, error: 'A name has 1 to 100 characters.', code: 'x' }, 'A name has 1 to 100 characters.'],
    [{ status: 0 }, 'Profile update failed'],
  ])('shows why it could not be saved: %o (WEB-31, WEB-33)', async (failure, text) => {
    userWith({});
    answers('PUT /api/user/profile', failure);
    const { user } = await openPage('/profile', { signedIn: true });
    await press(user, 'Save');
    expect(await screen.findByText(text)).toBeTruthy();
  });

  it('sends neither an empty name nor a wrong address (WEB-23)', async () => {
    userWith({});
    const { user } = await openPage('/profile', { signedIn: true });
    await user.clear(await field('Name'));
    await user.clear(await field('E-mail'));
    await user.type(await field('E-mail'), 'mara');
    await press(user, 'Save');
    expect(await screen.findByText('Please enter your name')).toBeTruthy();
    expect(await screen.findByText('Please enter a valid e-mail address')).toBeTruthy();
  });
});

describe('the password section', () => {
  it('requires the current password, 6 characters and a matching repetition before any call (WEB-23)', async () => {
    userWith({});
    const { user } = await openPage('/profile?tab=password', { signedIn: true });
    await user.type(await field('New password'), 'short');
    await user.type(await field('Repeat the password'), 'other');
    await press(user, 'Change password');
    expect(await screen.findByText('Please enter your password')).toBeTruthy();
    expect(await screen.findByText('The password needs at least 6 characters')).toBeTruthy();
    expect(await screen.findByText('Passwords do not match')).toBeTruthy();
  });

  it('changes the password, confirms it and clears its fields (WEB-23, WEB-37)', async () => {
    userWith({});
    answers('PUT /api/auth/update-password', { success: true, message: 'ok' });
    const { user } = await openPage('/profile?tab=password', { signedIn: true });
    await user.type(await field('Current password'), 'old-secret');
    await user.type(await field('New password'), 'canal-lock-boat');
    await user.type(await field('Repeat the password'), 'canal-lock-boat');
    await user.dblClick(screen.getByRole('button', { name: 'Change password' }));
    expect(await screen.findByText('Password updated successfully!')).toBeTruthy();
    expect(received['PUT /api/auth/update-password']).toEqual([
      { currentPassword: 'old-secret', newPassword: 'canal-lock-boat' },
    ]);
    expect((await field('Current password')).value).toBe('');
    expect((await field('New password')).value).toBe('');
  });

  it.each([
    [{ status: 400, error: 'The current password is incorrect.', code: 'current_password_wrong' }, 2],
    [{ status: 0 }, 1],
  ])('shows why the password was not changed: %o (WEB-31, WEB-33)', async (failure, places) => {
    userWith({});
    answers('PUT /api/auth/update-password', failure);
    const { user } = await openPage('/profile?tab=password', { signedIn: true });
    await user.type(await field('Current password'), 'old-secret');
    await user.type(await field('New password'), 'canal-lock-boat');
    await user.type(await field('Repeat the password'), 'canal-lock-boat');
    await press(user, 'Change password');
    const text = 'error' in failure ? failure.error! : 'Password update failed';
    // The toast and the field that it is about both show the server's sentence.
    await waitFor(() => expect(screen.getAllByText(text)).toHaveLength(places));
  });

  it('advises a Google user to set a first password, without asking for a current one (ACC-31)', async () => {
    userWith({ has_password: false, google_linked: true });
    answers('PUT /api/auth/update-password', () => {
      userWith({ has_password: true, google_linked: true });
      return { success: true, message: 'ok' };
    });
    const { user, store } = await openPage('/profile?tab=password', { signedIn: true });
    expect(await screen.findByText(/You signed up with Google and have no password/)).toBeTruthy();
    expect(screen.queryByLabelText('Current password')).toBeNull();
    await user.type(await field('New password'), 'canal-lock-boat');
    await user.type(await field('Repeat the password'), 'canal-lock-boat');
    await press(user, 'Set password');
    expect(await screen.findByText('Password updated successfully!')).toBeTruthy();
    expect(received['PUT /api/auth/update-password']).toEqual([
      { currentPassword: '', newPassword: 'canal-lock-boat' },
    ]);
    expect(store.getState().session.user?.has_password).toBe(true);
    expect(await field('Current password')).toBeTruthy();
  });
});
