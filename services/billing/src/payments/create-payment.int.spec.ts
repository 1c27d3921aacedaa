import { randomUUID } from 'node:crypto';
import { PayingBilling } from '../testing/paying-billing.js';
import { seen } from '../testing/scripted-provider.js';
import { PaymentsRepository } from './payments.repository.js';

/** With 200 of them, some waited too long for a connection on a busy machine, and were 503 before they did anything. */
const AT_ONCE = process.env.FULL ? 200 : 80;

let billing: PayingBilling;
let accountId: string;
beforeAll(async () => void (billing = await PayingBilling.open()));
afterAll(() => billing?.close());
beforeEach(() => {
  billing.clock.moveTo('2026-11-21T12:00:00Z');
  accountId = randomUUID();
  for (const provider of [billing.stripe, billing.crypto]) {
    Object.assign(provider, { isAway: false, losesAnswers: false, meanwhile: async () => undefined });
    provider.calls.length = 0;
  }
});

const order = (changes = {}) => billing.order({ accountId, ...changes });
const rows = () =>
  billing.world.rows<{ id: string; status: string }>(
    'SELECT id, status FROM payments WHERE account_id = $1 ORDER BY created_at, id',
    [accountId],
  );
const statuses = async () => (await rows()).map(({ status }) => status);

describe('a checkout', () => {
  it('is open at its provider before its address is returned', async () => {
    const { paymentId, url, message } = await order();
    expect(await billing.payment(paymentId)).toMatchObject({ status: 'pending', url, amountCents: 900, attempt: 1 });
    expect(message).toBe('');
    expect(await billing.facts(accountId)).toEqual([]);
  });

  it('is the same one for the same order, in sequence and for ten at the same time', async () => {
    const first = await order();
    const again = await Promise.all(Array.from({ length: 10 }, () => order()));
    expect(new Set(again.map(({ url }) => url))).toEqual(new Set([first.url]));
    billing.clock.pass(15 * 60_000);
    expect(await order()).toEqual(first);
    expect(await statuses()).toEqual(['pending']);
  });

  it('is made once for ten simultaneous first orders', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => order()));
    expect(new Set(answers.map(({ url }) => url)).size).toBe(1);
    expect(await statuses()).toEqual(['pending']);
  });

  it('is a new one when the old one has expired', async () => {
    const first = await order();
    billing.clock.pass(31 * 60_000);
    const second = await order();
    expect(second.paymentId).not.toBe(first.paymentId);
    expect(await statuses()).toEqual(['expired', 'pending']);
  });

  it('closes all others of its account', async () => {
    await order();
    await order({ plan: 'medium' });
    await order({ method: 'crypto' });
    expect(await statuses()).toEqual(['expired', 'expired', 'pending']);
    expect([billing.stripe.countOf('close'), billing.crypto.countOf('close')]).toEqual([2, 0]);
  });

  it('that is paid while it is being closed is fulfilled', async () => {
    const { paymentId } = await order();
    billing.stripe.sightings.set(paymentId, seen('paid', 900));
    await order({ plan: 'medium' });
    expect(await statuses()).toEqual(['completed', 'pending']);
  });

  it('is refused while a payment for the same is being confirmed', async () => {
    const { paymentId } = await order();
    await billing.settle(paymentId, seen('processing'));
    await expect(order()).rejects.toMatchObject({ kind: 'conflict', code: 'payment_processing' });
    expect(await statuses()).toEqual(['processing']);
  });

  it('keeps the referral code of the first order or of a repeat', async () => {
    const { paymentId } = await order();
    await order({ referralCode: 'FRIEND' });
    await order();
    expect((await billing.payment(paymentId)).referralCode).toBe('FRIEND');
  });

  it('with a quote has the quoted price after 29 minutes, stays the same on a repeat, and is refused after 31', async () => {
    const quote = await billing.running
      .as('gateway')
      .createQuote({ accountId, plan: 'medium', duration: 'yearly', paymentMethod: 'stripe', extend: false });
    const wanted = { plan: 'medium', duration: 'yearly', quoteId: quote.quoteId };
    billing.clock.pass(29 * 60_000);
    const first = await order(wanted);
    expect(await billing.payment(first.paymentId)).toMatchObject({
      amountCents: quote.dueCents,
      quoteId: quote.quoteId,
    });
    expect(await order(wanted)).toEqual(first);
    await expect(order({ ...wanted, plan: 'basic' })).rejects.toMatchObject({ code: 'quote_differs' });
    await expect(billing.order(wanted)).rejects.toMatchObject({ code: 'quote_unknown' });
    billing.clock.pass(2 * 60_000);
    await expect(order(wanted)).rejects.toMatchObject({ kind: 'conflict', code: 'quote_expired' });
    expect(await rows()).toHaveLength(1);
  });

  it('of a quote that was paid is not opened again', async () => {
    const { paymentId } = await order();
    const { quoteId } = await billing.payment(paymentId);
    await billing.settle(paymentId, seen('paid', 900));
    await expect(order({ quoteId, extend: true })).rejects.toMatchObject({ kind: 'conflict', code: 'quote_used' });
  });

  it('is refused when five others could not be closed', async () => {
    billing.crypto.close = async () => Promise.reject(new Error('closing does not work'));
    try {
      for (const plan of ['basic', 'medium', 'enterprise', 'basic', 'medium']) {
        await order({ plan, method: 'crypto', duration: (await rows()).length < 3 ? 'monthly' : 'yearly' });
      }
      await expect(order({ plan: 'enterprise', method: 'crypto', duration: 'yearly' })).rejects.toMatchObject({
        kind: 'conflict',
        code: 'too_many_checkouts',
      });
      expect(await rows()).toHaveLength(5);
    } finally {
      billing.crypto.close = Object.getPrototypeOf(billing.crypto).close;
    }
  });
});

describe('a provider', () => {
  it('that is unavailable causes 503 with Retry-After, and leaves a payment that a repeat continues', async () => {
    billing.stripe.isAway = true;
    await expect(order()).rejects.toMatchObject({
      kind: 'unavailable',
      code: 'payment_unavailable',
      retryAfterSeconds: 30,
    });
    expect(await statuses()).toEqual(['created']);
    billing.stripe.isAway = false;
    const { paymentId, url } = await order();
    expect(await rows()).toEqual([{ id: paymentId, status: 'pending' }]);
    expect(url).not.toBe('');
  });

  it.each(['its answer was lost', 'the process died before it noted the answer'])(
    'opens one checkout when %s',
    async (death) => {
      const payments = billing.of(PaymentsRepository);
      if (death.startsWith('its')) billing.stripe.losesAnswers = true;
      // After a kill the row is not written any more.
      else payments.save = async () => Promise.reject(new Error('killed'));
      await expect(order()).rejects.toThrow();
      billing.stripe.losesAnswers = false;
      payments.save = PaymentsRepository.prototype.save;
      expect(await statuses()).toEqual(['created']);

      const { paymentId, url } = await order();
      const made = [...billing.stripe.checkouts].filter(([key]) => key.startsWith(paymentId));
      expect(made.map(([, checkout]) => checkout.url)).toEqual([url]);
      expect(await statuses()).toEqual(['pending']);
    },
  );

  it('whose checkout was replaced while it opened returns no address', async () => {
    billing.stripe.meanwhile = async () => {
      billing.stripe.meanwhile = async () => undefined;
      await order({ plan: 'medium' });
    };
    await expect(order()).rejects.toMatchObject({ kind: 'conflict', code: 'checkout_replaced' });
    expect(await statuses()).toEqual(['expired', 'pending']);
    expect(billing.stripe.countOf('close')).toBe(1);
  });

  it('that the deployment does not offer is refused with 400 and the list of offered ones, and leaves no row', async () => {
    billing.offer('stripe');
    try {
      for (const method of ['crypto', 'cash', '__proto__'])
        await expect(order({ method })).rejects.toMatchObject({
          kind: 'invalid',
          code: 'payment_method_unavailable',
          publicMessage: 'Please choose one of these payment methods: stripe, wallet.',
        });
    } finally {
      billing.offer('stripe', 'crypto');
    }
    expect(await rows()).toEqual([]);
  });
});

describe('a wallet', () => {
  it('pays immediately: term, revenue, receipt and event', async () => {
    await billing.fund(accountId, 1_000);
    const placed = await order({ method: 'wallet' });
    expect(placed).toMatchObject({ url: '', message: 'Payment successful!' });
    expect(await billing.wallet(accountId)).toBe(100);
    expect(await billing.terms(accountId)).toHaveLength(1);
    expect(await billing.facts(accountId)).toEqual(['payment-completed']);
    expect(await billing.payment(placed.paymentId)).toMatchObject({
      status: 'completed',
      receiptNumber: expect.stringMatching(/^2026-/),
    });
  });

  it('that is one cent short is refused with 400, and leaves no row', async () => {
    await billing.fund(accountId, 899);
    await expect(order({ method: 'wallet' })).rejects.toMatchObject({
      kind: 'invalid',
      publicMessage: 'Insufficient wallet balance to complete this transaction.',
    });
    expect([await rows(), await billing.terms(accountId)]).toEqual([[], []]);
    expect(await billing.wallet(accountId)).toBe(899);
  });

  it('pays one plan once for any number of simultaneous orders: one success, 409 for the others, one term, one debit', async () => {
    await billing.fund(accountId, 900 * AT_ONCE);
    const gateway = billing.running.as('gateway');
    const request = { accountId, plan: 'basic', duration: 'monthly', paymentMethod: 'wallet', extend: false };
    const answers = await Promise.allSettled(
      Array.from({ length: AT_ONCE }, () =>
        gateway.createPayment(
          { ...request, quoteId: '', referralCode: '', idempotencyHash: new Uint8Array() },
          { deadlineMs: 60_000 },
        ),
      ),
    );
    const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason.kind] : []));
    expect(refused).toEqual(Array(AT_ONCE - 1).fill('conflict'));
    expect(await billing.wallet(accountId)).toBe(900 * (AT_ONCE - 1));
    expect(await billing.terms(accountId)).toHaveLength(1);
    expect(await statuses()).toEqual(['completed']);
    expect(await billing.facts(accountId)).toEqual(['payment-completed']);
  });
});

describe('a downgrade from the wallet', () => {
  it('that is ordered twenty times at once is bought once: the others are 409, unless they extend', async () => {
    await billing.fund(accountId, 2_900 + 900 * 20);
    await order({ method: 'wallet', plan: 'medium' });
    const answers = await Promise.allSettled(Array.from({ length: 20 }, () => order({ method: 'wallet' })));
    const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason.code] : []));
    expect(refused).toEqual(Array(19).fill('plan_active'));
    expect(await billing.wallet(accountId)).toBe(900 * 19);
    expect((await billing.terms(accountId)).map(({ plan }) => plan)).toEqual(['medium', 'basic']);
    await order({ method: 'wallet', extend: true });
    expect(await billing.wallet(accountId)).toBe(900 * 18);
  });
});

describe('credit', () => {
  it('that covers the price succeeds without a provider, a transfer or a url', async () => {
    await billing.fund(accountId, 7_900 * 12);
    await order({ method: 'wallet', plan: 'medium', duration: 'yearly' });
    const revenue = await billing.booked('revenue:subscription');
    const placed = await order({ method: 'stripe', plan: 'enterprise' });
    expect(placed).toMatchObject({ url: '', message: 'Nothing was left to pay: your plan is active.' });
    expect(await billing.payment(placed.paymentId)).toMatchObject({ status: 'completed', amountCents: 0 });
    expect(billing.stripe.calls).toEqual([]);
    expect(await billing.booked('revenue:subscription')).toBe(revenue);
    expect((await billing.terms(accountId)).at(-1)).toMatchObject({ plan: 'enterprise' });
  });
});
