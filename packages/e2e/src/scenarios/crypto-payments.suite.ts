import { register } from '../deployment/accounts.js';
import { atCheckout, createPaymentSession } from '../deployment/checkout.js';
import type { Deployment } from '../deployment/deployment.js';
import type { Payers } from './payers.js';

const WISH = { plan: 'basic', duration: 'monthly', paymentMethod: 'crypto' };

/** Payments in bitcoin: exact, too little, too much and too late end in the plan or in the wallet (PAY-19, PAY-45, PAY-49). */
export function cryptoJourneys(using: () => Deployment, payers: Payers): void {
  describe('by crypto', () => {
    const order = async () => {
      const account = await register(using());
      return { account, url: (await createPaymentSession(using(), account, WISH)).url };
    };

    it('exactly what is due: seen at once, and the plan with the first block', async () => {
      const { account, url } = await order();
      expect(await (await fetch(url)).text()).toContain('$9.00');
      await atCheckout(url, 'pay?percent=100');
      await payers.untilPayment(account, 'processing');
      expect((await payers.planOf(account)).plan).toBe('free');
      await atCheckout(url, 'confirm');
      expect(await payers.untilPayment(account, 'completed')).toMatchObject({ payment_method: 'crypto', amount: 9 });
      expect(await payers.untilActive(account, 'basic')).toMatchObject({ videoLimit: 100 });
      expect(await payers.statementOf(account)).toMatchObject({ wallet_balance: 0, entries: [] });
    });

    it('half more than is due: the plan, and the rest in the wallet', async () => {
      const { account, url } = await order();
      await atCheckout(url, 'pay?percent=150');
      await atCheckout(url, 'confirm');
      const payment = await payers.untilPayment(account, 'completed');
      expect(payment).toMatchObject({ amount: 9, note: expect.stringContaining('in your wallet') });
      const { entries } = await payers.untilWallet(account, 4.5);
      expect(entries).toMatchObject([{ reason: 'crypto-excess', amount: 4.5, reference: payment.id }]);
    });

    it('half of it until the price ends: in the wallet; the other half after it: the plan, and an empty wallet', async () => {
      const { account, url } = await order();
      await atCheckout(url, 'pay?percent=50');
      await atCheckout(url, 'confirm');
      await atCheckout(url, 'expire');
      const payment = await payers.untilPayment(account, 'expired');
      const { entries } = await payers.untilWallet(account, 4.5);
      expect(entries).toMatchObject([{ reason: 'underpaid', amount: 4.5, reference: payment.id }]);
      expect((await payers.planOf(account)).plan).toBe('free');

      await atCheckout(url, 'pay?percent=50');
      await atCheckout(url, 'confirm');
      expect(await payers.untilPayment(account, 'completed')).toMatchObject({ id: payment.id, amount: 9 });
      await payers.untilActive(account, 'basic');
      await payers.untilWallet(account, 0);
    });

    it('all of it after the price has ended: the plan all the same, while it is sold', async () => {
      const { account, url } = await order();
      await atCheckout(url, 'expire');
      await payers.untilPayment(account, 'expired');
      await atCheckout(url, 'pay?percent=100');
      await atCheckout(url, 'confirm');
      await payers.untilPayment(account, 'completed');
      await payers.untilActive(account, 'basic');
      expect((await payers.statementOf(account)).wallet_balance).toBe(0);
    });
  });
}
