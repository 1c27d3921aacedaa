import { inTransaction } from '@precis/runtime/database';
import { randomUUID } from 'node:crypto';
import { RefundPayment } from '../refunds/refund-payment.usecase.js';
import { PayingBilling } from '../testing/paying-billing.js';
import { PaymentsRepository } from './payments.repository.js';

let billing: PayingBilling;
let accountId: string;
beforeAll(async () => void (billing = await PayingBilling.open()));
afterAll(() => billing?.close());
beforeEach(() => {
  billing.clock.moveTo('2026-11-21T12:00:00Z');
  accountId = randomUUID();
});

const order = (changes = {}) => billing.order({ accountId, ...changes });
const payments = () => billing.world.rows('SELECT FROM payments WHERE account_id = $1', [accountId]);

describe('an extension from the wallet', () => {
  const extend = (changes = {}) => order({ method: 'wallet', extend: true, ...changes });
  const charged = async () => [900 * 20 - (await billing.wallet(accountId)), (await payments()).length];
  beforeEach(() => billing.fund(accountId, 900 * 20));

  it.each(['a plan that runs', 'a plan that has lapsed', 'nothing yet'])(
    'of %s is charged once for twenty clicks, and each gets the same answer (PAY-64)',
    async (held) => {
      if (held !== 'nothing yet') await order({ method: 'wallet' });
      billing.clock.days(held.endsWith('lapsed') ? 40 : 1);
      const [before, count] = await charged();
      const first = await extend();
      const again = await Promise.all(Array.from({ length: 18 }, () => extend()));
      billing.clock.pass(59_000);
      expect([...again, await extend()]).toEqual(Array(19).fill(first));
      expect(first).toMatchObject({ url: '', message: 'Payment successful!' });
      expect(await charged()).toEqual([before + 900, count + 1]);
      expect(await billing.facts(accountId)).toHaveLength(count + 1);
    },
  );

  it('is charged once for twenty simultaneous clicks', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => extend()));
    expect(new Set(answers.map(({ paymentId }) => paymentId)).size).toBe(1);
    expect(await charged()).toEqual([900, 1]);
  });

  it('is a new one after a minute, for another length, or with its own quote', async () => {
    const first = await extend();
    billing.clock.pass(60_000);
    await extend();
    expect(await charged()).toEqual([1_800, 2]);
    await extend({ duration: '3months' });
    expect(await charged()).toEqual([1_800 + 2_550, 3]);
    const wish = { accountId, plan: 'basic', duration: 'monthly', paymentMethod: 'wallet', extend: true };
    const { quoteId } = await billing.running.as('gateway').createQuote(wish);
    expect((await extend({ quoteId })).paymentId).not.toBe(first.paymentId);
    expect(await charged()).toEqual([2_700 + 2_550, 4]);
    await expect(extend({ quoteId })).rejects.toMatchObject({ code: 'quote_used' });
  });

  it.each([[[]], [['enable_indexscan']], [['enable_indexscan', 'enable_bitmapscan']]])(
    'is answered with the newest of two payments of one millisecond, also when the database plans without %j (PAY-64)',
    async (off) => {
      const wish = { accountId, plan: 'basic', duration: 'yearly', paymentMethod: 'wallet', extend: true };
      await billing.fund(accountId, 8_400 * 2);
      const paid: string[] = [];
      for (const _ of ['one', 'another']) {
        const { quoteId } = await billing.running.as('gateway').createQuote(wish);
        paid.push((await extend({ duration: 'yearly', quoteId })).paymentId);
      }
      const newest = paid.sort().at(-1);
      expect((await extend({ duration: 'yearly' })).paymentId).toBe(newest);
      const clicked = { accountId, plan: 'basic', duration: 'yearly', method: 'wallet' } as const;
      const found = await inTransaction(billing.database, async (manager) => {
        for (const each of off) await manager.query(`SET LOCAL ${each} = off`);
        return billing.of(PaymentsRepository).extendedSince(manager, clicked, new Date(0));
      });
      expect(found?.id).toBe(newest);
    },
  );

  it('is a new one when the first was refunded in between', async () => {
    const { paymentId } = await extend({ duration: 'yearly' });
    await billing.of(RefundPayment).execute({ refundId: randomUUID(), paymentId, accountId, amountCents: 0 });
    expect((await extend({ duration: 'yearly' })).paymentId).not.toBe(paymentId);
  });
});
