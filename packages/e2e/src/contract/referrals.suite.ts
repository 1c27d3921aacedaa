import { eventually } from '@precis/testing/eventually';
import { type Account, freshEmail, mailedToken, register } from '../deployment/accounts.js';
import { buyTerm, untilWalletHolds } from '../deployment/checkout.js';
import type { Deployment } from '../deployment/deployment.js';
import { expectPrivateError } from '../deployment/error-answers.js';

const UUID = /^[0-9a-f-]{36}$/;

/** The referral programme, from the link to a purchase from the wallet (REF-1, REF-8 to REF-10, PAY-53, ACC-23). */
export function referralContract(using: () => Deployment): void {
  const as = ({ token }: { token: string }, method: string, path: string, body?: object) =>
    using().call(method, path, { token, body });
  const get = async (account: Account, path: string) => (await as(account, 'GET', `/api/referral/${path}`)).body;

  describe('referrals', () => {
    let ann: Account;
    beforeAll(async () => {
      ann = await register(using());
    });

    it('200: a link that carries the code, the same each time; no figures yet', async () => {
      const found = await get(ann, 'link');
      const { base_url: baseUrl } = (await using().call('GET', '/api/info')).body as { base_url: string };
      expect(found).toEqual({
        success: true,
        referral_link: `${baseUrl}/register?ref=${found.referral_code}`,
        referral_code: expect.stringMatching(/^[0-9A-Z]{8,10}$/),
      });
      expect(await get(ann, 'link')).toEqual(found);
      expect(await get(ann, 'stats')).toEqual({
        success: true,
        total_earnings: 0,
        total_referrals: 0,
        pending_earnings: 0,
        completed_earnings: 0,
      });
      expect(await get(ann, 'history')).toEqual({ success: true, history: [], next: null });
    });

    it('15% of what a referred user pays is in the wallet, in the figures and in the history, and buys a plan', async () => {
      const { referral_code: code } = await get(ann, 'link');
      const account = { name: 'Ben Canary', email: freshEmail(), password: 'pw-canary', referral_code: code as string };
      const registered = await using().call('POST', '/api/auth/register', { body: account });
      expect(registered.status).toBe(200);
      // Null while referrals is late (REF-7).
      expect([true, null]).toContain(registered.body.referral_applied);
      const verified = await using().call('POST', '/api/auth/verify-email', {
        body: { token: await mailedToken(using(), account.email) },
      });
      const ben = { token: verified.body.token as string };
      await eventually('the sign-up counts', async () => (await get(ann, 'stats')).total_referrals === 1, 20_000);

      const paid = await buyTerm(using(), ben, { plan: 'basic', duration: 'yearly', paymentMethod: 'stripe' });
      await untilWalletHolds(using(), ann, 12.6);
      const history = await eventually(
        'the commission is completed',
        async () => {
          const found = (await get(ann, 'history')).history as { status: string }[];
          return found[0]?.status === 'completed' && found;
        },
        20_000,
      );
      expect(history).toEqual([
        {
          id: expect.stringMatching(UUID),
          created_at: expect.any(Number),
          referred_id: verified.body.user.id,
          amount_earned: 12.6,
          percentage: 15,
          status: 'completed',
        },
      ]);
      expect(await get(ann, 'stats')).toEqual({
        success: true,
        total_earnings: 12.6,
        total_referrals: 1,
        pending_earnings: 0,
        completed_earnings: 12.6,
      });
      expect(paid.amount).toBe(84);

      const wish = { plan: 'basic', duration: 'monthly', paymentMethod: 'wallet' };
      const bought = await as(ann, 'POST', '/api/payment/create-session', wish);
      expect([bought.status, bought.body]).toEqual([200, { success: true, message: expect.stringMatching(/\S/) }]);
      expect((await as(ann, 'GET', '/api/subscription/my-plan')).body.subscription.plan).toBe('basic');
      const { wallet_balance: balance, entries } = (await as(ann, 'GET', '/api/wallet/statement')).body;
      expect(balance).toBe(3.6);
      expect(entries).toMatchObject([
        { sequence: 2, reason: 'payment', amount: -9, balance: 3.6 },
        { sequence: 1, reason: 'commission', amount: 12.6, balance: 12.6 },
      ]);
      await untilWalletHolds(using(), ann, 3.6);
    });

    it.each(['limit=0', 'after=x'])('400: history?%s', async (query) => {
      expectPrivateError(await as(ann, 'GET', `/api/referral/history?${query}`), 400, 'invalid_parameter');
    });
  });
}
