import { screen, waitFor } from '@testing-library/react';
import { takeMessage } from '../lib/left-message';
import { sessionToken } from '../lib/session-token';
import { answers, received } from '../testing/gateway';
import { openPage } from '../testing/open-page';

describe('Logout', () => {
  it('removes the token immediately even when the call fails, and leaves its message for / (WEB-8, WEB-36)', async () => {
    answers('POST /api/auth/logout', { status: 503, error: 'Away' });
    const { user } = await openPage('/terms', { signedIn: true });
    await screen.findByRole('heading', { name: 'Terms of Service' });
    await user.click(await screen.findByRole('button', { name: 'Mara Lindqvist' }));
    await user.click(screen.getByRole('button', { name: 'Logout' }));
    expect(sessionToken()).toBeNull();
    expect(takeMessage('/')).toBe('You have been logged out');
    expect((await screen.findAllByRole('link', { name: 'Login' })).length).toBeGreaterThan(0);
    await waitFor(() => expect(received['POST /api/auth/logout']).toHaveLength(1));
  });
});
