import { screen } from '@testing-library/react';
import { answers } from '../../testing/gateway';
import { openPage } from '../../testing/open-page';

/** Durations that the sections of the profile state. */
describe('the profile', () => {
  it('says that a session ends after 24 hours at most (ACC-19)', async () => {
    answers('GET /api/auth/sessions', { success: true, sessions: [] });
    await openPage('/profile?tab=sessions', { signedIn: true });
    expect(await screen.findByText(/A session ends by itself after 24 hours at most\.$/)).toBeTruthy();
    await screen.findByText('You are not logged in anywhere else.');
  });

  it('says that activity is kept for 12 months (DATA-11)', async () => {
    answers('GET /api/user/activity', { success: true, activity: [], more: false });
    await openPage('/profile?tab=activity', { signedIn: true });
    expect(await screen.findByText(/kept for 12 months\. Times are in UTC\.$/)).toBeTruthy();
    await screen.findByText('Nothing yet');
  });

  it('says that an account is erased after 7 days, and that a login before cancels it (DATA-13, ACC-33)', async () => {
    await openPage('/profile?tab=data', { signedIn: true });
    expect(
      await screen.findByText(
        /After 7 days, we erase everything\. If you log in before then, you can keep your account\.$/,
      ),
    ).toBeTruthy();
  });

  it('says that a new password logs out every other device (ACC-16)', async () => {
    await openPage('/profile?tab=password', { signedIn: true });
    expect(await screen.findByText('A new password logs out every other device.')).toBeTruthy();
  });
});
