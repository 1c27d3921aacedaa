import { screen } from '@testing-library/react';
import { answers, received } from '../../testing/gateway';
import { openPage } from '../../testing/open-page';

const UNSUBSCRIBE = 'POST /api/notifications/unsubscribe';

describe('/unsubscribe', () => {
  it('changes nothing when opened; a press of the button does, and shows the text of the server (API-22)', async () => {
    window.history.replaceState(null, '', '/unsubscribe?token=once');
    answers(UNSUBSCRIBE, { success: true, message: 'You will not get tips any more.', topic: 'tips' });
    const { user } = await openPage('/unsubscribe?token=once');
    const button = await screen.findByRole('button', { name: 'Unsubscribe' });
    expect(window.location.search).toBe('');
    expect(received[UNSUBSCRIBE]).toEqual([]);
    await user.dblClick(button);
    expect(await screen.findByText('You will not get tips any more.')).toBeTruthy();
    expect(received[UNSUBSCRIBE]).toEqual([{ token: 'once' }]);
  });

  it('shows why it failed, and can be retried (API-22)', async () => {
    answers(
      UNSUBSCRIBE,
      { status: 400, error: 'This link is not valid.', code: 'unsubscribe_token_invalid' },
      { status: 0 },
    );
    const { user } = await openPage('/unsubscribe?token=once');
    await user.click(await screen.findByRole('button', { name: 'Unsubscribe' }));
    expect(await screen.findByText('This link is not valid.')).toBeTruthy();
    await user.click(await screen.findByRole('button', { name: 'Unsubscribe' }));
    expect(await screen.findByText('Unsubscribing failed')).toBeTruthy();
  });

  it('asks for the whole link when the token is missing', async () => {
    await openPage('/unsubscribe');
    expect(await screen.findByText('This link is incomplete. Please open the link from the mail again.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Unsubscribe' })).toBeNull();
  });
});
