import { eventually } from '@precis/testing/eventually';
import { type Account, register } from '../deployment/accounts.js';
import { openCheckout, press } from '../deployment/checkout.js';
import type { Deployment } from '../deployment/deployment.js';

const PAID_LIMIT_MS = 10_000;

/** What people pay and get, over HTTP and at the pages of the sandbox's payment providers (PAY-11, PAY-17, PAY-61). */
export function moneyScenario(using: () => Deployment): void {
  describe('money', () => {
    const as = ({ token }: { token: string }, method: string, path: string, body?: object) =>
      using().call(method, path, { token, body });
    const planOf = async (account: Account) =>
      (await as(account, 'GET', '/api/subscription/my-plan')).body.subscription;
    const historyOf = async (account: Account) => (await as(account, 'GET', '/api/payment/history')).body.history;
    const untilActive = (account: Account, plan: string) =>
      eventually(
        `the plan ${plan} is active`,
        async () => {
          const found = await planOf(account);
          return found.plan === plan && found.isActive && found;
        },
        PAID_LIMIT_MS,
      );

    it('finds the card among the payment methods, and that it is only stood in for', async () => {
      const { body } = await using().call('GET', '/api/info');
      expect(body.payment_methods).toEqual(expect.arrayContaining(['stripe', 'wallet']));
      expect(body.sandbox).toEqual(using().simulators.stripe ? expect.arrayContaining(['stripe']) : expect.anything());
    });

    it('a newcomer sees what Basic costs, pays it by card, has it at once, and finds the payment and its receipt', async () => {
      const account = await register(using());
      const wish = { plan: 'basic', duration: 'monthly', paymentMethod: 'stripe' };
      const quote = (await as(account, 'POST', '/api/payment/quote', wish)).body;
      expect(quote).toMatchObject({ total: 9, credit: 0, due: 9 });
      // What a body says of amounts changes nothing (PAY-50).
      const url = await openCheckout(using(), account, 'basic', 'monthly', { quote_id: quote.quote_id, amount: 0.01 });
      expect(await (await fetch(url)).text()).toContain('$9.00');
      expect((await planOf(account)).plan).toBe('free');

      const paid = await press(url, 'pay');
      expect(paid).toMatchObject({ status: 200, body: { payment_status: 'paid' } });
      expect(await untilActive(account, 'basic')).toMatchObject({ videoLimit: 100, remainingDays: expect.any(Number) });
      const [payment, ...others] = await historyOf(account);
      expect(others).toEqual([]);
      expect(payment).toMatchObject({ status: 'completed', plan: 'basic', amount: 9, payment_method: 'stripe' });
      expect(payment.receipt_number).toEqual(expect.stringMatching(/\S/));
      const receipt = await as(account, 'GET', `/api/payment/receipt/${payment.id}`);
      expect([receipt.status, receipt.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      for (const part of [payment.receipt_number, '$9.00', account.email]) expect(receipt.text).toContain(part);

      expect((await press(url, 'pay')).status).toBe(409);
      expect((await as(account, 'POST', '/api/payment/create-session', wish)).status).toBe(409);
    });

    it('a card that is declined costs nothing, and the next try in the same checkout pays', async () => {
      const account = await register(using());
      const url = await openCheckout(using(), account, 'medium', '3months');
      expect((await press(url, 'decline')).body).toMatchObject({ outcome: 'declined', payment_status: 'unpaid' });
      expect((await planOf(account)).plan).toBe('free');
      await press(url, 'pay');
      await untilActive(account, 'medium');
      expect(await historyOf(account)).toMatchObject([{ status: 'completed', amount: 81 }]);
    });

    it('a checkout that is left is still open: the payer is led back to it and pays', async () => {
      const account = await register(using());
      const url = await openCheckout(using(), account, 'basic', 'yearly');
      expect((await press(url, 'cancel')).body.redirect).toContain('/payment/cancel');
      expect((await historyOf(account))[0].status).not.toBe('completed');
      const again = await openCheckout(using(), account, 'basic', 'yearly');
      expect(again).toBe(url);
      await press(again, 'pay');
      await untilActive(account, 'basic');
      expect((await historyOf(account)).map(({ status }: { status: string }) => status)).toEqual(['completed']);
    });

    it('a payment that settles later gives the plan when it has settled, and none when the bank refuses', async () => {
      const [settled, refused] = [await register(using()), await register(using())];
      for (const [account, button, status] of [
        [settled, 'settle', 'completed'],
        [refused, 'fail', 'failed'],
      ] as const) {
        const url = await openCheckout(using(), account, 'basic', 'monthly');
        await press(url, 'later');
        const statusOf = async () => (await historyOf(account))[0].status as string;
        await eventually('the payment is processing', async () => (await statusOf()) === 'processing', PAID_LIMIT_MS);
        expect((await planOf(account)).plan).toBe('free');
        await press(url, button);
        await eventually(`the payment is ${status}`, async () => (await statusOf()) === status, PAID_LIMIT_MS);
      }
      expect([(await planOf(settled)).plan, (await planOf(refused)).plan]).toEqual(['basic', 'free']);
    });

    it('an empty wallet buys nothing, and says so', async () => {
      const account = await register(using());
      const wish = { plan: 'basic', duration: 'monthly', paymentMethod: 'wallet' };
      const answer = await as(account, 'POST', '/api/payment/create-session', wish);
      expect(answer).toMatchObject({
        status: 400,
        body: { error: 'Insufficient wallet balance to complete this transaction.' },
      });
      expect((await as(account, 'GET', '/api/wallet/statement')).body).toMatchObject({
        wallet_balance: 0,
        entries: [],
      });
      expect((await planOf(account)).plan).toBe('free');
    });
  });
}
