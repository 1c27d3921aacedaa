import { act, screen, waitFor } from '@testing-library/react';
import { keepSessionToken } from '../lib/session-token';
import { answers, mara, received } from '../testing/gateway';
import { freshToken, openPage } from '../testing/open-page';

/** Simulates another tab: its change of the token arrives here as a storage event. */
function otherTabHas(token: string): void {
  keepSessionToken(token);
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'token', newValue: token })));
}

describe('a login to another account in another tab', () => {
  it('leaves nothing of the previous account in the page that is open here (WEB-6)', async () => {
    const olu = { ...mara, id: 'another', name: 'Olu Ade', email: 'olu@example.com' };
    answers('GET /api/auth/me', { user: mara }, { user: mara }, { user: olu });
    const { user } = await openPage('/profile', { signedIn: true });
    await user.type(await screen.findByLabelText('Name'), ' Junior');
    otherTabHas(freshToken(1_000));
    await screen.findByRole('button', { name: 'Olu Ade' });
    await waitFor(() => expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Olu Ade'));
    expect(screen.getByLabelText('E-mail')).toHaveProperty('value', 'olu@example.com');
  });

  it('hides the previous account even while the server cannot tell whose session it is (WEB-7)', async () => {
    const olu = { ...mara, id: 'another', name: 'Olu Ade', email: 'olu@example.com' };
    answers('GET /api/auth/me', { user: mara }, { user: mara }, { status: 503, error: 'Away' }, { user: olu });
    const { user } = await openPage('/profile', { signedIn: true });
    await waitFor(() => expect(received['GET /api/auth/me']).toHaveLength(2));
    otherTabHas(freshToken(1_000));
    await screen.findByText('The server could not be reached. Your session is kept.');
    expect(document.body.textContent).not.toContain(mara.name);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByLabelText('Name')).toHaveProperty('value', 'Olu Ade');
  });

  it('is not mistaken for the previous account when that was just being loaded (WEB-6)', async () => {
    const olu = { ...mara, id: 'another', name: 'Olu Ade' };
    let release = (): void => undefined;
    const held = new Promise<void>((done) => (release = done));
    answers('GET /api/auth/me', { user: mara }, () => held.then(() => ({ user: mara })), { user: olu });
    await openPage('/profile', { signedIn: true });
    await waitFor(() => expect(received['GET /api/auth/me']).toHaveLength(2));
    otherTabHas(freshToken(1_000));
    release();
    expect(await screen.findByRole('button', { name: 'Olu Ade' })).toBeTruthy();
  });

  it('is not asked to pay the price of the previous account (WEB-20)', async () => {
    answers('GET /api/auth/me', { user: mara }, { user: { ...mara, id: 'another', name: 'Olu Ade' } });
    answers('GET /api/subscription/my-plan', {
      subscription: { plan: 'free', isActive: true, remainingDays: null, videoLimit: 3, endDate: null },
    });
    const durations = [{ key: 'monthly', price: 9 }];
    answers('GET /api/subscription/plans', {
      plans: [{ key: 'basic', name: 'Basic', features: [], price: 9, durations, videos_per_month: 100 }],
    });
    const price = (due: number) => ({
      quote_id: `q${due}`,
      lines: [{ label: 'Basic', amount: due }],
      total: due,
      credit: 0,
      due,
      wallet_balance: 0,
      starts_at: 1_795_000_000,
      ends_at: 1_797_600_000,
    });
    answers('POST /api/payment/quote', price(4), price(9));
    await openPage('/pricing?plan=basic', { signedIn: true });
    await screen.findByRole('button', { name: 'Pay $4.00' });
    otherTabHas(freshToken(1_000));
    expect(await screen.findByRole('button', { name: 'Pay $9.00' })).toBeTruthy();
  });
});
