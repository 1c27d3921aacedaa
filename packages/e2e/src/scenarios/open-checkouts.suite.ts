import { type Account, register } from '../deployment/accounts.js';
import { atCheckout, buyTerm, press, createPaymentSession, settled } from '../deployment/checkout.js';
import type { Deployment } from '../deployment/deployment.js';
import { expectPaymentError } from '../deployment/error-answers.js';
import type { Payers } from './payers.js';
import type { DaysLater } from './refunds.suite.js';

const MINUTE_SECONDS = 60;
const MONTHLY = { plan: 'basic', duration: 'monthly', paymentMethod: 'stripe' };
const MEDIUM = { plan: 'medium', duration: 'yearly', paymentMethod: 'stripe' };
/** $948.00. At this price half an hour of the term that it ends is worth cents, so that another price would show. */
const UPGRADE = { ...MEDIUM, plan: 'enterprise' };

/** What is open while time passes: prices that were shown, and checkouts that are both paid (PAY-14, PAY-15, PAY-31). */
export function openCheckoutJourneys(using: () => Deployment, payers: Payers, daysLater: DaysLater): void {
  describe('while a checkout is open', () => {
    afterEach(() => daysLater.undo());

    it('an upgrade costs after 29 minutes what its quote showed; after 31 that price is refused', async () => {
      const [ann, ben] = await Promise.all([register(using()), register(using())]);
      await Promise.all([ann, ben].map((account) => buyTerm(using(), account, MEDIUM)));
      const [shown, late] = [await quoteOf(ann), await quoteOf(ben)];
      expect(shown).toMatchObject({ kind: 'upgrade', total: 948 });
      expect(Math.round((shown.total - shown.credit) * 100)).toBe(Math.round(shown.due * 100));

      await daysLater.pass(29 * MINUTE_SECONDS, [], [shown.quote_id]);
      const { url, id } = await createPaymentSession(using(), ann, { ...UPGRADE, quote_id: shown.quote_id });
      expect(await (await fetch(url)).text()).toContain(`$${shown.due.toFixed(2)}`);
      await atCheckout(url, 'pay');
      const paid = await settled(using(), ann, id);
      expect(paid).toMatchObject({ total: 948, credit: shown.credit, amount: shown.due });
      expect(await payers.planOf(ann)).toMatchObject({ plan: 'enterprise', isActive: true, endDate: paid.ends_at });

      await daysLater.pass(31 * MINUTE_SECONDS, [], [late.quote_id]);
      const refused = await payers.as(ben, 'POST', '/api/payment/create-session', {
        ...UPGRADE,
        quote_id: late.quote_id,
      });
      expectPaymentError(refused, 409, 'quote_expired');
      expect(await payers.historyOf(ben)).toHaveLength(1);
      expect((await payers.planOf(ben)).plan).toBe('medium');
    });

    it('two checkouts by card that are both paid: the one that settles last extends', async () => {
      const account = await register(using());
      const first = await createPaymentSession(using(), account, MONTHLY);
      await atCheckout(first.url, 'later');
      await settled(using(), account, first.id, 'processing');
      const second = await buyTerm(using(), account, { ...MONTHLY, duration: 'yearly' });
      expect((await payers.planOf(account)).endDate).toBe(second.ends_at);
      await press(first.url, 'settle');
      await expectExtended(account, second.ends_at as number, first.id);
    });

    it('bitcoin that is confirmed after a payment by card: it extends', async () => {
      const account = await register(using());
      const first = await createPaymentSession(using(), account, { ...MONTHLY, paymentMethod: 'crypto' });
      await atCheckout(first.url, 'pay?percent=100');
      await settled(using(), account, first.id, 'processing');
      const second = await buyTerm(using(), account, MONTHLY);
      await atCheckout(first.url, 'confirm');
      await expectExtended(account, second.ends_at as number, first.id);
      expect((await payers.statementOf(account)).entries).toEqual([]);
    });

    const quoteOf = async (account: Account) => (await payers.as(account, 'POST', '/api/payment/quote', UPGRADE)).body;

    /** The payment's term begins where the other one ends, and nothing of either is lost. */
    async function expectExtended(account: Account, endsAt: number, paymentId: string): Promise<void> {
      const last = await settled(using(), account, paymentId);
      expect(last).toMatchObject({ status: 'completed', starts_at: endsAt });
      expect(last.ends_at).toBeGreaterThan(endsAt + 27 * 24 * 60 * MINUTE_SECONDS);
      expect(await payers.planOf(account)).toMatchObject({ plan: 'basic', isActive: true, endDate: last.ends_at });
      expect((await payers.historyOf(account)).map(({ status }) => status)).toEqual(['completed', 'completed']);
    }
  });
}
