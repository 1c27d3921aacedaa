import { createHash, randomUUID } from 'node:crypto';
import { PayingBilling } from '../testing/paying-billing.js';
import { seen } from '../testing/scripted-provider.js';
import { ForgetOrderKeys } from './forget-order-keys.usecase.js';
import { OrderKeysRepository } from './order-keys.repository.js';

let billing: PayingBilling;
let accountId: string;
beforeAll(async () => void (billing = await PayingBilling.open()));
afterAll(() => billing?.close());
afterEach(() => jest.restoreAllMocks());
beforeEach(() => {
  billing.clock.moveTo('2026-11-21T12:00:00Z');
  accountId = randomUUID();
  Object.assign(billing.stripe, { isAway: false, losesAnswers: false, meanwhile: async () => undefined });
});

const KEY = createHash('sha256').update('key').digest('hex');
const order = (changes = {}) => billing.order({ accountId, keyHash: KEY, ...changes });
const payments = async () =>
  (await billing.world.rows('SELECT FROM payments WHERE account_id = $1', [accountId])).length;

describe('an order with an Idempotency-Key (API-34)', () => {
  it('has one payment, and its repeat returns it as replayed, also after it was paid', async () => {
    const first = await order();
    expect(await order()).toEqual({ ...first, replayed: true });
    await billing.settle(first.paymentId, seen('paid', 900));
    expect(await order()).toMatchObject({
      paymentId: first.paymentId,
      url: '',
      message: 'Payment successful!',
      replayed: true,
    });
    expect(await payments()).toBe(1);
  });

  it('closes the other open checkout when it is repeated, if its first attempt could not (PAY-37)', async () => {
    const other = await billing.order({ accountId });
    billing.stripe.isAway = true;
    await expect(order({ plan: 'medium' })).rejects.toMatchObject({ kind: 'unavailable' });
    billing.stripe.isAway = false;
    billing.clock.pass(30_000);
    const { paymentId } = await order({ plan: 'medium' });
    const statuses = await Promise.all(
      [other.paymentId, paymentId].map(async (id) => (await billing.payment(id)).status),
    );
    expect(statuses).toEqual(['expired', 'pending']);
  });

  it('charges a wallet once; the same order with another key charges it again', async () => {
    await billing.fund(accountId, 2_000);
    const wallet = { method: 'wallet', extend: true };
    const first = await order(wallet);
    billing.clock.pass(10 * 60_000);
    expect(await order(wallet)).toEqual({ ...first, replayed: true });
    expect(
      (await order({ ...wallet, keyHash: createHash('sha256').update('other').digest('hex') })).paymentId,
    ).not.toBe(first.paymentId);
    expect(await payments()).toBe(2);
  });

  it('of ten at once makes one payment; the others wait, get 409, or get the payment', async () => {
    const answers = await Promise.allSettled(Array.from({ length: 10 }, () => order()));
    const refused = answers.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
    const paid = answers.flatMap((one) => (one.status === 'fulfilled' ? [one.value.paymentId] : []));
    expect(refused.filter((code) => code !== 'idempotency_key_in_use')).toEqual([]);
    expect(new Set(paid).size).toBe(1);
    expect(await payments()).toBe(1);
  });

  it('is refused with 409 while the first one runs, and continues half a minute after the first one was killed', async () => {
    const first = await order();
    await billing.world.rows('UPDATE order_keys SET answered_at = NULL WHERE account_id = $1', [accountId]);
    await expect(order()).rejects.toMatchObject({
      kind: 'conflict',
      code: 'idempotency_key_in_use',
      retryAfterSeconds: 1,
    });
    billing.clock.pass(30_000);
    expect(await order()).toMatchObject({ url: first.url, replayed: true });
  });

  it('is answered even when the database fails afterwards; its repeat waits as after a killed order', async () => {
    jest.spyOn(OrderKeysRepository.prototype, 'noteAnswered').mockRejectedValueOnce(new Error('Connection terminated'));
    const first = await order();
    expect(first.url).toMatch(/./);
    await expect(order()).rejects.toMatchObject({ code: 'idempotency_key_in_use' });
    billing.clock.pass(30_000);
    expect(await order()).toEqual({ ...first, replayed: true });
  });

  it('with different content is refused', async () => {
    await order();
    for (const other of [{ plan: 'medium' }, { duration: 'yearly' }, { referralCode: 'abc' }])
      await expect(order(other)).rejects.toMatchObject({ code: 'idempotency_key_reused' });
    expect(await payments()).toBe(1);
  });

  it('that was refused leaves its key unused; an order whose provider was unavailable continues at its repeat', async () => {
    await expect(order({ method: 'wallet' })).rejects.toMatchObject({ code: 'insufficient_wallet_balance' });
    billing.stripe.isAway = true;
    await expect(order()).rejects.toMatchObject({ code: 'payment_unavailable' });
    billing.stripe.isAway = false;
    expect(await order()).toMatchObject({ url: expect.stringMatching(/./), replayed: true });
    expect(await payments()).toBe(1);
  });

  it('whose checkout has ended is refused as such for 30 days', async () => {
    await order();
    billing.clock.pass(31 * 60_000);
    await expect(order()).rejects.toMatchObject({ code: 'checkout_ended' });
    billing.clock.pass(30 * 86_400_000);
    expect((await order()).replayed).toBeUndefined();
    billing.clock.pass(30 * 86_400_000);
    await billing.of(ForgetOrderKeys).execute();
    expect(await billing.world.rows('SELECT FROM order_keys WHERE account_id = $1', [accountId])).toEqual([]);
  });
});
