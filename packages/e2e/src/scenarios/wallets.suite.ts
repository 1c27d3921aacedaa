import { type Account, register } from '../deployment/accounts.js';
import { atCheckout, controlStripe, createPaymentSession } from '../deployment/checkout.js';
import type { Deployment } from '../deployment/deployment.js';
import { expectPaymentError } from '../deployment/error-answers.js';
import type { Payers } from './payers.js';

const YEARLY = { plan: 'basic', duration: 'yearly', paymentMethod: 'stripe' };
const FROM_WALLET = { plan: 'basic', duration: 'monthly', paymentMethod: 'wallet' };
const INSUFFICIENT = 'Insufficient wallet balance to complete this transaction.';
/** As many as a standalone that shares two cores with three other test files answers within a request's deadline. */
const PARALLEL = process.env.FULL ? 200 : 20;
const SAME_QUOTE = 50;
const PAYMENTS = 5;
/** The referrer's commission of a plan at $9.00 a month. */
const COMMISSION_CENTS = 135;

/** The wallet: how money gets into it, and what it can buy (PAY-20, PAY-21, PAY-26, REF-1). */
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

    it('15% of what a referred person pays is in the wallet, and buys a plan', async () => {
      const ann = await register(using());
      const ben = await payers.referredBy(ann);
      const { url } = await createPaymentSession(using(), ben, YEARLY);
      await atCheckout(url, 'pay');
      const { entries } = await payers.untilWallet(ann, 12.6);
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

    it(`a commission is in the wallet after each of ${PAYMENTS} payments`, async () => {
      const ann = await register(using());
      for (let bought = 1; bought <= PAYMENTS; bought++) {
        const ben = await payers.referredBy(ann);
        const { url } = await createPaymentSession(using(), ben, { ...YEARLY, duration: 'monthly' });
        await atCheckout(url, 'pay');
        await payers.untilWallet(ann, (bought * COMMISSION_CENTS) / 100);
      }
    });

    it('webhooks that come several times and in any order make one term and one commission', async () => {
      const ann = await register(using());
      const ben = await payers.referredBy(ann);
      await controlStripe(using(), 'faults', { duplicate: 1, reorder: 1 });
      try {
        const { url } = await createPaymentSession(using(), ben, YEARLY);
        await atCheckout(url, 'pay');
        await payers.untilWallet(ann, 12.6);
        await payers.untilPayment(ben, 'completed');
      } finally {
        await controlStripe(using(), 'faults', { duplicate: 0, reorder: 0 });
      }
      // The events of a second payment come after all those of the first.
      const { url } = await createPaymentSession(using(), ben, { ...YEARLY, duration: 'monthly', extend: true });
      await atCheckout(url, 'pay');
      const { entries } = await payers.untilWallet(ann, 13.95);
      expect(entries.map(({ amount }: { amount: number }) => amount)).toEqual([1.35, 12.6]);
      expect((await payers.historyOf(ben)).map(({ status }) => status)).toEqual(['completed', 'completed']);
    });

    it(`${PARALLEL} checkouts at once: one term, one debit, and ${PARALLEL - 1} are told that the plan is active`, async () => {
      const ann = await earnerOf({ ...YEARLY, plan: 'medium' }, 41.4);
      const answers = await Promise.all(Array.from({ length: PARALLEL }, () => pay(ann)));
      const bought = answers.filter(({ status }) => status === 200);
      expect(bought.map(({ body }) => body)).toEqual([{ success: true, message: expect.stringMatching(/\S/) }]);
      for (const refused of answers.filter((one) => one !== bought[0])) expectPaymentError(refused, 409, 'plan_active');
      await expectOnePayment(ann, 32.4);
    });

    it(`the same quote ${SAME_QUOTE} times at once, and once more: one term and one debit`, async () => {
      const ann = await earnerOf({ ...YEARLY, plan: 'medium' }, 41.4);
      const { quote_id } = (await payers.as(ann, 'POST', '/api/payment/quote', FROM_WALLET)).body;
      const answers = await Promise.all(Array.from({ length: SAME_QUOTE }, () => pay(ann, { quote_id })));
      const bought = answers.filter(({ status }) => status === 200);
      expect(bought).toHaveLength(1);
      const others = [...answers.filter((one) => one !== bought[0]), await pay(ann, { quote_id, extend: true })];
      for (const refused of others) expectPaymentError(refused, 409, 'quote_used');
      await expectOnePayment(ann, 32.4);
    });

    it('a wallet that is one cent short buys nothing, however often it is tried; with the cent it does', async () => {
      const ann = await register(using());
      const ben = await payers.referredBy(ann);
      // 15% of $25.50 is $3.825: two of those and one of $9.00 make $8.99.
      for (const [duration, cents] of [
        ['3months', 382],
        ['3months', 764],
        ['monthly', 899],
      ] as const) {
        const { url } = await createPaymentSession(using(), ben, { ...YEARLY, duration, extend: true });
        await atCheckout(url, 'pay');
        await payers.untilWallet(ann, cents / 100);
      }
      const answers = await Promise.all(Array.from({ length: 20 }, () => pay(ann)));
      for (const answer of answers) {
        expectPaymentError(answer, 400, 'insufficient_wallet_balance');
        expect(answer.body.detail).toBe(INSUFFICIENT);
      }
      expect((await payers.statementOf(ann)).entries).toHaveLength(3);
      expect(await payers.historyOf(ann)).toEqual([]);
      expect((await payers.planOf(ann)).plan).toBe('free');

      const { url } = await createPaymentSession(using(), ben, { ...YEARLY, duration: 'monthly', extend: true });
      await atCheckout(url, 'pay');
      await payers.untilWallet(ann, 10.34);
      expect((await pay(ann)).status).toBe(200);
      expect((await payers.statementOf(ann)).wallet_balance).toBe(1.34);
    });

    /** An account that has earned this many dollars from one person's purchase. */
    async function earnerOf(wish: typeof YEARLY, dollars: number): Promise<Account> {
      const ann = await register(using());
      const { url } = await createPaymentSession(using(), await payers.referredBy(ann), wish);
      await atCheckout(url, 'pay');
      await payers.untilWallet(ann, dollars);
      return ann;
    }

    /** Expects one month of Basic, paid once from the earned money. */
    async function expectOnePayment(ann: Account, left: number): Promise<void> {
      expect(await payers.historyOf(ann)).toMatchObject([{ status: 'completed', payment_method: 'wallet', amount: 9 }]);
      const { wallet_balance: balance, entries } = await payers.statementOf(ann);
      expect([balance, entries.length]).toEqual([left, 2]);
      const [{ ends_at: endsAt }] = await payers.historyOf(ann);
      expect(await payers.planOf(ann)).toMatchObject({ plan: 'basic', isActive: true, endDate: endsAt });
    }
  });
}
