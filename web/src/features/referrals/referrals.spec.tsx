import { jest } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { answers, mara, received } from '../../testing/gateway';
import { openPage } from '../../testing/open-page';
import { shortId, statusColour } from './referral-status.rule';

const link = { success: true, referral_link: 'https://x.example/r', referral_code: 'MARA' };
const stats = {
  success: true,
  total_earnings: 12.6,
  total_referrals: 2,
  pending_earnings: 0,
  completed_earnings: 12.6,
};
const commission = (id: string, status: string) => ({
  id,
  created_at: 1_795_000_000,
  referred_id: `${id}-0199-bbbb-cccc`,
  amount_earned: 12.6,
  percentage: 15,
  status,
});
const open = () => openPage('/referrals', { signedIn: true });

describe('/referrals', () => {
  afterEach(() => jest.restoreAllMocks());

  it('shows completed green, pending yellow, any other red, and 8 characters of an id (WEB-29)', () => {
    expect(['completed', 'pending', 'failed', 'reversed'].map(statusColour)).toEqual(['green', 'yellow', 'red', 'red']);
    expect(shortId('0199aaaa-bbbb')).toBe('0199aaaa');
  });

  it('copies link and code, and says No referrals yet and what failed to load (WEB-29, WEB-34)', async () => {
    answers('GET /api/referral/link', link);
    answers('GET /api/referral/stats', { status: 500, error: 'no' });
    answers('GET /api/referral/history', { success: true, history: [], next: null });
    const { user } = await openPage('/referrals', { signedIn: true });
    await user.click(await screen.findByRole('button', { name: 'Copy link' }));
    expect(await screen.findByText('Referral link copied to clipboard!')).toBeTruthy();
    expect(await screen.findByText('No referrals yet')).toBeTruthy();
    expect(await screen.findByText('Failed to load referral stats')).toBeTruthy();
  });

  it('updates the balance in the header (WEB-12, WEB-29)', async () => {
    answers('GET /api/auth/me', { user: mara }, { user: { ...mara, wallet_balance: 54.45 } });
    answers('GET /api/referral/link', link);
    answers('GET /api/referral/stats', stats);
    answers('GET /api/referral/history', { success: true, history: [], next: null });
    await open();
    expect(await screen.findByText('$54.45')).toBeTruthy();
  });

  it('copies the code and says so (WEB-29, WEB-37)', async () => {
    answers('GET /api/referral/link', link);
    answers('GET /api/referral/stats', stats);
    answers('GET /api/referral/history', { success: true, history: [], next: null });
    const { user } = await open();
    const write = jest.spyOn(navigator.clipboard, 'writeText');
    await user.click(await screen.findByRole('button', { name: 'Copy code' }));
    expect(await screen.findByText('Referral code copied to clipboard!')).toBeTruthy();
    expect(write).toHaveBeenCalledWith('MARA');
  });

  it.each([
    ['Copy link', 'Failed to copy link'],
    ['Copy code', 'Failed to copy code'],
  ])('%s that the browser refuses is said: %s (WEB-29, WEB-35)', async (button, text) => {
    answers('GET /api/referral/link', link);
    answers('GET /api/referral/stats', stats);
    answers('GET /api/referral/history', { success: true, history: [], next: null });
    const { user } = await open();
    jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no'));
    await user.click(await screen.findByRole('button', { name: button }));
    expect(await screen.findByText(text)).toBeTruthy();
  });

  it('shows four figures, three steps and the history, older rows on demand (WEB-29)', async () => {
    answers('GET /api/referral/link', link);
    answers('GET /api/referral/stats', stats);
    answers('GET /api/referral/history', (_body, url) =>
      url.searchParams.get('after') === 'aaaaaaaa'
        ? { success: true, history: [commission('bbbbbbbb', 'reversed')], next: null }
        : { success: true, history: [commission('aaaaaaaa', 'completed')], next: 'aaaaaaaa' },
    );
    const { user } = await open();
    await user.dblClick(await screen.findByRole('button', { name: 'Show more' }));
    expect(await screen.findByText('reversed')).toBeTruthy();
    const table = within(screen.getByRole('table'));
    const rows = table.getAllByRole('row').map((row) => [...row.children].map(({ textContent }) => textContent));
    expect(rows).toEqual([
      ['Date', 'Referral ID', 'Amount Earned', 'Commission %', 'Status'],
      ['18 Nov 2026', 'aaaaaaaa', '$12.60', '15%', 'completed'],
      ['18 Nov 2026', 'bbbbbbbb', '$12.60', '15%', 'reversed'],
    ]);
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
    const figures = ['Total earnings', 'Total referrals', 'Pending earnings', 'Completed earnings'];
    expect(figures.map((name) => screen.getByText(name).nextElementSibling?.textContent)).toEqual([
      '$12.60',
      '2',
      '$0.00',
      '$12.60',
    ]);
    expect(screen.getAllByRole('listitem').filter((item) => item.closest('ol'))).toHaveLength(3);
  });

  it('says that 15% of each payment is earned (REF-1)', async () => {
    answers('GET /api/referral/link', link);
    answers('GET /api/referral/stats', stats);
    answers('GET /api/referral/history', { success: true, history: [], next: null });
    await open();
    expect(await screen.findByText(/^You earn 15% of each payment by everyone/)).toBeTruthy();
    expect(
      screen.getByText('You earn 15% of each of their payments. The commission goes into your wallet immediately.'),
    ).toBeTruthy();
    await screen.findByText('No referrals yet');
    await screen.findByText('$0.00');
  });

  it('says what failed to load and asks for the history again (WEB-29, WEB-34)', async () => {
    answers('GET /api/referral/link', { status: 500 });
    answers('GET /api/referral/stats', stats);
    answers('GET /api/referral/history', { status: 500 }, { success: true, history: [], next: null });
    const { user } = await open();
    expect(await screen.findByText('Failed to get referral link')).toBeTruthy();
    const history = within(await screen.findByRole('region', { name: 'History' }));
    await user.click(await history.findByRole('button', { name: 'Try again' }));
    expect(await history.findByText('No referrals yet')).toBeTruthy();
    expect(received['GET /api/referral/history']).toHaveLength(2);
  });
});
