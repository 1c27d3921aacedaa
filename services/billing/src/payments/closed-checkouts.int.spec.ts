import { eventually } from '@precis/testing/eventually';
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { ReconcilePayments } from '../provider-events/reconcile-payments.usecase.js';
import { PayingBilling } from '../testing/paying-billing.js';
import { seen } from '../testing/scripted-provider.js';
import { Checkouts } from './checkouts.provider.js';
import { LookAtPayment } from './look-at-payment.usecase.js';
import { PaymentLooks } from './payment-looks.repository.js';
import { ProviderUnavailable } from './payment-provider.js';
import { Payment } from './payment.entity.js';

let billing: PayingBilling;
let accountId: string;
beforeAll(async () => void (billing = await PayingBilling.open()));
afterAll(() => billing?.close());
beforeEach(() => {
  accountId = randomUUID();
  billing.stripe.whileLooking = async () => undefined;
  billing.stripe.calls.length = 0;
});

const order = (changes = {}) => billing.order({ accountId, ...changes });
const statuses = async () =>
  (
    await billing.world.rows<{ status: string }>('SELECT status FROM payments WHERE account_id = $1 ORDER BY id', [
      accountId,
    ])
  ).map(({ status }) => status);
/** The payment as another caller read it just before it got its checkout. */
const before = (opened: Payment) =>
  Object.assign(new Payment(), opened, { status: 'created', reference: null, url: null });

describe('a checkout', () => {
  it.each(['with its quote', 'without one'])(
    'that was closed without an answer of its provider is not shown again, %s (PAY-37)',
    async (how) => {
      const first = await order();
      const { quoteId } = await billing.payment(first.paymentId);
      billing.stripe.whileLooking = async () => Promise.reject(new ProviderUnavailable('stripe'));
      await order({ plan: 'medium' });
      expect(await statuses()).toEqual(['pending', 'pending']);
      const again = await order(how.startsWith('with ') ? { quoteId } : {});
      expect(again.url).not.toBe(first.url);
      billing.stripe.whileLooking = async () => undefined;
      await order(how.startsWith('with ') ? { quoteId } : {});
      expect(await statuses()).toEqual(['expired', 'expired', 'pending']);
    },
  );

  it('that could not be closed is not offered while an equal one is being confirmed (PAY-37)', async () => {
    const wish = { accountId, plan: 'basic', duration: 'monthly', paymentMethod: 'stripe', extend: false };
    billing.stripe.close = async () => Promise.reject(new ProviderUnavailable('stripe'));
    try {
      const oldest = await order();
      billing.clock.pass(11 * 60_000);
      const { quoteId } = await billing.running.as('gateway').createQuote(wish);
      const newer = await order({ quoteId });
      expect(await order()).toEqual(oldest);
      await billing.settle(newer.paymentId, seen('processing'));
      await expect(order()).rejects.toMatchObject({ code: 'payment_processing' });
    } finally {
      billing.stripe.close = Object.getPrototypeOf(billing.stripe).close;
    }
    expect(await statuses()).toEqual(['pending', 'processing']);
  });

  it('that is being confirmed is not ordered again, also with a newer quote (PAY-37)', async () => {
    const { paymentId } = await order();
    await billing.settle(paymentId, seen('processing'));
    billing.clock.pass(11 * 60_000);
    const wish = { accountId, plan: 'basic', duration: 'monthly', paymentMethod: 'stripe', extend: false };
    const { quoteId } = await billing.running.as('gateway').createQuote(wish);
    await expect(order({ quoteId })).rejects.toMatchObject({ code: 'payment_processing' });
    expect(await statuses()).toEqual(['processing']);
  });

  it('at a provider that does not answer does not delay another order for long (PAY-37)', async () => {
    const { paymentId } = await order({ method: 'crypto' });
    let answer = () => undefined as void;
    billing.crypto.close = () => new Promise<void>((resolve) => (answer = resolve));
    try {
      // The provider answers only after that.
      expect(await order()).toMatchObject({ url: expect.stringMatching(/^https/) });
      billing.crypto.sightings.set(paymentId, seen('expired'));
    } finally {
      answer();
      billing.crypto.close = Object.getPrototypeOf(billing.crypto).close;
    }
    await eventually('it is closed all the same', async () =>
      isDeepStrictEqual(await statuses(), ['expired', 'pending']),
    );
  }, 30_000);

  it('that got its address while another order abandoned it is closed at its provider (PAY-37)', async () => {
    const opened = await billing.opened({ accountId });
    await billing.of(Checkouts).closeAll([before(opened)], billing.clock.now());
    expect(billing.stripe.calls).toContainEqual(['close', opened.id]);
    expect(await statuses()).toEqual(['expired']);
  });

  it('that got its address while its price expired stays open (PAY-37)', async () => {
    const opened = await billing.opened({ accountId });
    billing.clock.pass(30 * 60_000);
    const looks = billing.of(PaymentLooks);
    looks.payment = async () => before(opened);
    try {
      await billing.of(LookAtPayment).execute(opened.id);
    } finally {
      looks.payment = PaymentLooks.prototype.payment;
    }
    expect(await statuses()).toEqual(['pending']);
  });
});

describe('a checkout that a payment from the wallet replaces, when the process is killed right after the payment,', () => {
  const MINUTE_MS = 60_000;
  const reconcile = () => billing.of(ReconcilePayments).execute();
  const payFromWallet = () => order({ method: 'wallet' });
  beforeEach(async () => {
    await billing.fund(accountId, 5_000);
    jest.spyOn(billing.of(Checkouts), 'closeAll').mockResolvedValue();
  });
  afterEach(() => {
    jest.restoreAllMocks();
    Object.assign(billing.stripe, { isAway: false, meanwhile: async () => undefined });
  });

  it.each([0, 2])(
    'is not shown again, and is closed at its provider by the job, after %s looks (PAY-37)',
    async (looks) => {
      const { paymentId } = await order();
      for (let look = 0; look < looks; look++) {
        billing.clock.pass(2 ** (look + 1) * MINUTE_MS);
        await reconcile();
      }
      await payFromWallet();
      expect(await statuses()).toEqual(['pending', 'completed']);
      expect((await billing.payment(paymentId)).expiresAt).toEqual(billing.clock.now());
      billing.clock.pass(2 * MINUTE_MS);
      await reconcile();
      expect(billing.stripe.calls).toContainEqual(['close', paymentId]);
      expect(await statuses()).toEqual(['expired', 'completed']);
    },
  );

  it('is fulfilled when it was paid before it was closed (PAY-37)', async () => {
    const { paymentId } = await order({ plan: 'medium' });
    const { amountCents } = await billing.payment(paymentId);
    await payFromWallet();
    billing.stripe.sightings.set(paymentId, seen('paid', amountCents));
    billing.clock.pass(2 * MINUTE_MS);
    await reconcile();
    expect(billing.stripe.countOf('close')).toBe(0);
    expect(await statuses()).toEqual(['completed', 'completed']);
  });

  it('has ended when it had no address yet, and payment-failed is announced once (PAY-37)', async () => {
    billing.stripe.isAway = true;
    await expect(order()).rejects.toMatchObject({ kind: 'unavailable' });
    billing.stripe.isAway = false;
    await payFromWallet();
    expect(await statuses()).toEqual(['expired', 'completed']);
    billing.clock.pass(2 * MINUTE_MS);
    await reconcile();
    expect(await billing.facts(accountId)).toEqual(['payment-failed', 'payment-completed']);
  });

  it('is closed by the order that was just getting its address, which is refused (PAY-37)', async () => {
    billing.stripe.meanwhile = async () => void (await payFromWallet());
    await expect(order()).rejects.toMatchObject({ code: 'checkout_replaced' });
    expect(billing.stripe.countOf('close')).toBe(1);
    expect(await statuses()).toEqual(['expired', 'completed']);
  });
});
