import { type Account, register } from '../deployment/accounts.js';
import { atCheckout, atStripe, sessionOf } from '../deployment/checkout.js';
import type { Deployment } from '../deployment/deployment.js';
import type { Payers } from './payers.js';

const YEARLY = { plan: 'basic', duration: 'yearly', paymentMethod: 'stripe' };
const FROM_WALLET = { plan: 'basic', duration: 'monthly', paymentMethod: 'wallet' };
const INSUFFICIENT = 'Insufficient wallet balance to complete this transaction.';
const PARALLEL = 20;

/** Money in a wallet: how it comes there, and what it buys (PAY-20, PAY-21, PAY-26, REF-1). */
export function walletJourneys(using: () => Deployment, payers: Payers): void {
  describe('by wallet', () => {
    const pay = (account: Account, changed: object = {}) =>
      payers.as(account, 'POST', '/api/payment/create-session', { ...FROM_WALLET, ...changed });

    it('an empty wallet buys nothing, and says so', async () => {
      const account = await register(using());
      expect(await pay(account)).toMatchObject({ status: 400, body: { error: INSUFFICIENT } });
      expect(await payers.statementOf(account)).toMatchObject({ wallet_balance: 0, entries: [] });
      expect((await payers.planOf(account)).plan).toBe('free');
    });

    it('15% of what a referred person pays is in the wallet within moments, and buys a plan', async () => {
      const ann = await register(using());
      const ben = await payers.referredBy(ann);
      const { url } = await sessionOf(using(), ben, YEARLY);
      const paidMs = performance.now();
      await atCheckout(url, 'pay');
      const { entries } = await payers.untilWallet(ann, 12.6);
      process.stdout.write(`commission in the wallet ${Math.round(performance.now() - paidMs)} ms after the payment\n`);
      const commission = await payers.untilCommission(ann, 'completed');
      expect(commission).toMatchObject({ amount_earned: 12.6, percentage: 15 });
      expect(entries).toMatchObject([{ reason: 'commission', reference: commission.id, amount: 12.6, balance: 12.6 }]);

      expect((await pay(ann)).body).toEqual({ success: true, message: expect.stringMatching(/\S/) });
      expect(await payers.planOf(ann)).toMatchObject({ plan: 'basic', isActive: true, videoLimit: 100 });
      const [payment] = await payers.historyOf(ann);
      expect(payment).toMatchObject({ status: 'completed', payment_method: 'wallet', amount: 9 });
      expect(await payers.statementOf(ann)).toMatchObject({
        wallet_balance: 3.6,
        entries: [
          { sequence: 2, reason: 'payment', reference: payment.id, amount: -9, balance: 3.6 },
          { sequence: 1, reason: 'commission', amount: 12.6, balance: 12.6 },
        ],
      });
      expect(await pay(ann, { extend: true })).toMatchObject({ status: 400, body: { error: INSUFFICIENT } });
      expect((await payers.as(ann, 'GET', '/api/auth/me')).body.user.wallet_balance).toBe(3.6);
    });

    it('webhooks that come several times and in any order make one term and one commission', async () => {
      const ann = await register(using());
      const ben = await payers.referredBy(ann);
      await atStripe(using(), 'faults', { duplicate: 1, reorder: 1 });
      try {
        const { url } = await sessionOf(using(), ben, YEARLY);
        await atCheckout(url, 'pay');
        await payers.untilWallet(ann, 12.6);
        await payers.untilPayment(ben, 'completed');
      } finally {
        await atStripe(using(), 'faults', { duplicate: 0, reorder: 0 });
      }
      // Those of a second payment come behind all of the first.
      const { url } = await sessionOf(using(), ben, { ...YEARLY, duration: 'monthly', extend: true });
      await atCheckout(url, 'pay');
      const { entries } = await payers.untilWallet(ann, 13.95);
      expect(entries.map(({ amount }: { amount: number }) => amount)).toEqual([1.35, 12.6]);
      expect((await payers.historyOf(ben)).map(({ status }) => status)).toEqual(['completed', 'completed']);
    });

    it(`${PARALLEL} checkouts at once: one term, one debit, and the others are told that the plan is active`, async () => {
      const ann = await register(using());
      const ben = await payers.referredBy(ann);
      const { url } = await sessionOf(using(), ben, { ...YEARLY, plan: 'medium' });
      await atCheckout(url, 'pay');
      await payers.untilWallet(ann, 41.4);
      const answers = await Promise.all(Array.from({ length: PARALLEL }, () => pay(ann)));
      const statuses = answers.map(({ status }) => status).sort();
      expect(statuses).toEqual([200, ...Array.from({ length: PARALLEL - 1 }, () => 409)]);
      expect(await payers.historyOf(ann)).toHaveLength(1);
      const { wallet_balance: balance, entries } = await payers.statementOf(ann);
      expect([balance, entries.length]).toEqual([32.4, 2]);
    });
  });
}
