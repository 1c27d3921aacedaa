import { register } from '../deployment/accounts.js';
import {
  atCheckout,
  controlStripe,
  buyTerm,
  openCheckout,
  press,
  createPaymentSession,
  settled,
} from '../deployment/checkout.js';
import type { Deployment } from '../deployment/deployment.js';
import type { Payers } from './payers.js';

const MONTHLY = { plan: 'basic', duration: 'monthly', paymentMethod: 'stripe' };
const NO_FAULTS = { duplicate: 0, reorder: 0, drop: 0 };

/** Payments at the card checkout, from the price to the receipt, and the results of failed ones (PAY-11, PAY-17, PAY-18, PAY-38, PAY-61). */
export function cardJourneys(using: () => Deployment, payers: Payers): void {
  describe('by card', () => {
    it('finds the card among the payment methods', async () => {
      const { body } = await using().call('GET', '/api/info');
      expect(body.payment_methods).toEqual(['stripe', 'crypto', 'wallet']);
    });

    it('a newcomer sees what Basic costs, pays it by card, has it at once, and finds the payment and its receipt', async () => {
      const account = await register(using());
      const wish = { plan: 'basic', duration: 'monthly', paymentMethod: 'stripe' };
      const quote = (await payers.as(account, 'POST', '/api/payment/quote', wish)).body;
      expect(quote).toMatchObject({ total: 9, credit: 0, due: 9 });
      // Amounts in a body have no effect (PAY-50).
      const url = await openCheckout(using(), account, 'basic', 'monthly', { quote_id: quote.quote_id, amount: 0.01 });
      expect(await (await fetch(url)).text()).toContain('$9.00');
      expect((await payers.planOf(account)).plan).toBe('free');

      const paid = await press(url, 'pay');
      expect(paid).toMatchObject({ status: 200, body: { payment_status: 'paid' } });
      expect(await payers.untilActive(account, 'basic')).toMatchObject({
        videoLimit: 100,
        remainingDays: expect.any(Number),
      });
      const [payment, ...others] = await payers.historyOf(account);
      expect(others).toEqual([]);
      expect(payment).toMatchObject({ status: 'completed', plan: 'basic', amount: 9, payment_method: 'stripe' });
      expect(payment.receipt_number).toEqual(expect.stringMatching(/\S/));
      const receipt = await payers.as(account, 'GET', `/api/payment/receipt/${payment.id}`);
      expect([receipt.status, receipt.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      for (const part of [payment.receipt_number, '$9.00', account.email]) expect(receipt.text).toContain(part);

      expect((await press(url, 'pay')).status).toBe(409);
      expect((await payers.as(account, 'POST', '/api/payment/create-session', wish)).status).toBe(409);
    });

    it('a card that is declined costs nothing, and the next try in the same checkout pays', async () => {
      const account = await register(using());
      const url = await openCheckout(using(), account, 'medium', '3months');
      expect((await press(url, 'decline')).body).toMatchObject({ outcome: 'declined', payment_status: 'unpaid' });
      expect((await payers.planOf(account)).plan).toBe('free');
      await press(url, 'pay');
      await payers.untilActive(account, 'medium');
      expect(await payers.historyOf(account)).toMatchObject([{ status: 'completed', amount: 81 }]);
    });

    it('a checkout that is left is still open: the payer is led back to it and pays', async () => {
      const account = await register(using());
      const url = await openCheckout(using(), account, 'basic', 'yearly');
      expect((await press(url, 'cancel')).body.redirect).toContain('/payment/cancel');
      expect((await payers.historyOf(account))[0].status).not.toBe('completed');
      const again = await openCheckout(using(), account, 'basic', 'yearly');
      expect(again).toBe(url);
      await press(again, 'pay');
      await payers.untilActive(account, 'basic');
      expect((await payers.historyOf(account)).map(({ status }) => status)).toEqual(['completed']);
    });

    it('a payment that settles later gives the plan when it has settled, and none when the bank refuses', async () => {
      const [granted, refused] = [await register(using()), await register(using())];
      for (const [account, button, status] of [
        [granted, 'settle', 'completed'],
        [refused, 'fail', 'failed'],
      ] as const) {
        const url = await openCheckout(using(), account, 'basic', 'monthly');
        await press(url, 'later');
        await payers.untilPayment(account, 'processing');
        expect((await payers.planOf(account)).plan).toBe('free');
        await press(url, button);
        await payers.untilPayment(account, status);
      }
      expect([(await payers.planOf(granted)).plan, (await payers.planOf(refused)).plan]).toEqual(['basic', 'free']);
    });

    it('an upgrade costs what the quote says, the unused time taken off, and begins at once', async () => {
      const account = await register(using());
      await buyTerm(using(), account, MONTHLY);
      const wish = { ...MONTHLY, plan: 'medium' };
      const quote = (await payers.as(account, 'POST', '/api/payment/quote', wish)).body;
      expect(quote).toMatchObject({ kind: 'upgrade', total: 29 });
      expect(quote.credit).toBeGreaterThan(8.9);
      expect(quote.credit).toBeLessThanOrEqual(9);
      const { url, id } = await createPaymentSession(using(), account, { ...wish, quote_id: quote.quote_id });
      expect(await (await fetch(url)).text()).toContain(`$${quote.due.toFixed(2)}`);
      await atCheckout(url, 'pay');
      const payment = await settled(using(), account, id);
      expect(payment).toMatchObject({ total: 29, credit: quote.credit, amount: quote.due });
      expect(await payers.planOf(account)).toMatchObject({ plan: 'medium', endDate: payment.ends_at, videoLimit: 500 });
      const receipt = await payers.as(account, 'GET', `/api/payment/receipt/${id}`);
      for (const amount of [29, quote.credit, quote.due]) expect(receipt.text).toContain(`$${amount.toFixed(2)}`);
    });

    it('a payment whose webhooks are all lost is found by who asks for it', async () => {
      const account = await register(using());
      const { url, id } = await createPaymentSession(using(), account, MONTHLY);
      await controlStripe(using(), 'faults', { drop: 1 });
      try {
        await atCheckout(url, 'pay');
        expect(await settled(using(), account, id)).toMatchObject({ amount: 9 });
      } finally {
        await controlStripe(using(), 'faults', NO_FAULTS);
      }
      await payers.untilActive(account, 'basic');
    });

    it('a dispute takes the commission away at once, also what the referrer has spent, and leaves the plan; won, it is back', async () => {
      const ann = await register(using());
      const ben = await payers.referredBy(ann);
      const wish = { plan: 'basic', duration: 'yearly', paymentMethod: 'stripe' };
      const { session_id: session } = await buyTerm(using(), ben, wish);
      await payers.untilWallet(ann, 12.6);
      await payers.as(ann, 'POST', '/api/payment/create-session', { ...MONTHLY, paymentMethod: 'wallet' });
      await payers.untilWallet(ann, 3.6);

      const { id: dispute } = await controlStripe(using(), 'dispute', { session });
      await payers.untilPayment(ben, 'disputed');
      expect(await payers.planOf(ben)).toMatchObject({ isActive: true, videoLimit: 100 });
      const { entries } = await payers.untilWallet(ann, -9);
      expect(entries[0]).toMatchObject({ reason: 'commission-reversed', amount: -12.6, balance: -9 });
      expect((await payers.untilCommission(ann, 'reversed')).amount_earned).toBe(12.6);
      expect((await payers.planOf(ann)).plan).toBe('basic');

      await controlStripe(using(), 'dispute', { dispute, outcome: 'won' });
      await payers.untilPayment(ben, 'completed');
      expect(await payers.untilActive(ben, 'basic')).toMatchObject({ videoLimit: 100 });
      await payers.untilWallet(ann, 3.6);
      await payers.untilCommission(ann, 'completed');
    });

    it('a dispute that is lost is as a refund: plan and commission stay away', async () => {
      const ann = await register(using());
      const ben = await payers.referredBy(ann);
      const { session_id: session } = await buyTerm(using(), ben, MONTHLY);
      await payers.untilWallet(ann, 1.35);
      const { id: dispute } = await controlStripe(using(), 'dispute', { session });
      await payers.untilPayment(ben, 'disputed');
      await controlStripe(using(), 'dispute', { dispute, outcome: 'lost' });
      await payers.untilPayment(ben, 'refunded');
      // The plan's name stays after a term that lasted only a second, as after any term that has ended (PAY-8).
      expect((await payers.planOf(ben)).videoLimit).toBe(3);
      await payers.untilWallet(ann, 0);
      await payers.untilCommission(ann, 'reversed');
    });

    it('a dispute that is lost ends the upgrade for which nothing was left to pay, and is no credit (PAY-68)', async () => {
      const ben = await register(using());
      const wish = { plan: 'medium', duration: 'yearly', paymentMethod: 'stripe' };
      const { id, session_id: session } = await buyTerm(using(), ben, wish);
      const upgrade = { plan: 'enterprise', duration: 'monthly', paymentMethod: 'stripe' };
      const { body } = await payers.as(ben, 'POST', '/api/payment/create-session', upgrade);
      expect(body.message).toContain('Nothing was left to pay');
      await payers.untilActive(ben, 'enterprise');
      const { id: dispute } = await controlStripe(using(), 'dispute', { session });
      await payers.untilPayment(ben, 'disputed', id as string);
      await controlStripe(using(), 'dispute', { dispute, outcome: 'lost' });
      await payers.untilPayment(ben, 'refunded', id as string);
      expect((await payers.planOf(ben)).videoLimit).toBe(3);
      const quote = (await payers.as(ben, 'POST', '/api/payment/quote', { ...upgrade, duration: 'yearly' })).body;
      expect(quote).toMatchObject({ credit: 0, total: quote.due });
    });
  });
}
