import { eventually } from '@precis/testing/eventually';
import { randomUUID } from 'node:crypto';
import { PayingBilling } from '../testing/paying-billing.js';
import { seen } from '../testing/scripted-provider.js';

let billing: PayingBilling;
let accountId: string;
beforeAll(async () => void (billing = await PayingBilling.open()));
afterAll(() => billing?.close());
beforeEach(() => {
  billing.clock.moveTo('2026-11-21T12:00:00Z');
  accountId = randomUUID();
  billing.stripe.isAway = false;
  billing.stripe.calls.length = 0;
});

const gateway = () => billing.running.as('gateway');
const create = (changes = {}) =>
  gateway().createPayment({
    accountId,
    plan: 'basic',
    duration: 'monthly',
    paymentMethod: 'stripe',
    extend: false,
    quoteId: '',
    referralCode: '',
    idempotencyHash: new Uint8Array(),
    ...changes,
  });
const get = async (id: string, as = accountId) => (await gateway().getPayment({ accountId: as, id })).payment!;
const seconds = (iso: string) => Date.parse(iso) / 1_000;

describe('GetPayment', () => {
  it('finds the payment by its id and by its checkout, only for its own account', async () => {
    const { paymentId } = await create();
    const payment = await get(paymentId);
    expect(payment).toMatchObject({ id: paymentId, status: 'pending', amountCents: 900, receiptNumber: '', note: '' });
    expect(await get(payment.sessionId)).toMatchObject({ id: paymentId });
    for (const id of [paymentId, payment.sessionId])
      await expect(get(id, randomUUID())).rejects.toMatchObject({ kind: 'not_found', code: 'payment_not_found' });
    for (const id of ['', 'cs_unknown', randomUUID(), "'; DROP TABLE payments"])
      await expect(get(id)).rejects.toMatchObject({ kind: 'not_found' });
  });

  it('asks the provider at most once in two seconds, so that a lost webhook delays nobody', async () => {
    const { paymentId } = await create();
    billing.stripe.sightings.set(paymentId, seen('open'));
    await Promise.all(Array.from({ length: 10 }, () => get(paymentId)));
    expect(billing.stripe.countOf('look')).toBe(1);
    billing.stripe.sightings.set(paymentId, seen('paid', 900));
    billing.clock.pass(1_999);
    expect(await get(paymentId)).toMatchObject({ status: 'pending' });
    billing.clock.pass(1);
    expect(await get(paymentId)).toMatchObject({
      status: 'completed',
      completedAtSeconds: seconds('2026-11-21T12:00:02Z'),
      startsAtSeconds: seconds('2026-11-21T12:00:02Z'),
      endsAtSeconds: seconds('2026-12-21T12:00:02Z'),
      receiptNumber: expect.stringMatching(/^2026-/),
    });
    billing.clock.pass(10_000);
    await get(paymentId);
    expect(billing.stripe.countOf('look')).toBe(2);
  });

  it('asks the provider only while no other request to it runs, so that an older answer is never applied last', async () => {
    const { paymentId } = await create();
    const answered = Promise.withResolvers<void>();
    billing.stripe.whileLooking = () => answered.promise;
    try {
      billing.stripe.sightings.set(paymentId, seen('paid', 900));
      const first = get(paymentId);
      await eventually('the provider is asked', () => billing.stripe.countOf('look') === 1);
      billing.clock.pass(2_000);
      expect(await get(paymentId)).toMatchObject({ status: 'pending' });
      expect(billing.stripe.countOf('look')).toBe(1);
      answered.resolve();
      expect(await first).toMatchObject({ status: 'completed' });
    } finally {
      billing.stripe.whileLooking = async () => undefined;
    }
  });

  it('returns the stored state while the provider is unavailable', async () => {
    const { paymentId } = await create();
    billing.stripe.isAway = true;
    expect(await get(paymentId)).toMatchObject({ status: 'pending' });
  });

  it('returns the stored state while the provider does not respond', async () => {
    const { paymentId } = await create();
    const never = Promise.withResolvers<void>();
    billing.stripe.whileLooking = () => never.promise;
    try {
      expect(await get(paymentId)).toMatchObject({ status: 'pending' });
    } finally {
      billing.stripe.whileLooking = async () => undefined;
      never.resolve();
    }
  });

  it('ends a payment that never got a checkout when its price has expired', async () => {
    billing.stripe.isAway = true;
    await expect(create()).rejects.toMatchObject({ code: 'payment_unavailable', retryAfterSeconds: 30 });
    const [{ id }] = await billing.world.rows<{ id: string }>('SELECT id FROM payments WHERE account_id = $1', [
      accountId,
    ]);
    expect(await get(id)).toMatchObject({ status: 'created', sessionId: '' });
    billing.clock.pass(31 * 60_000);
    expect(await get(id)).toMatchObject({ status: 'expired' });
  });
});

describe('CreatePayment', () => {
  it.each([
    [{ accountId: 'a b' }, 'account_id_invalid'],
    [{ quoteId: 'no uuid' }, 'quote_id_invalid'],
    [{ paymentMethod: 'cash' }, 'payment_method_unavailable'],
  ])('refuses %j as %s, and leaves no row', async (changes, code) => {
    await expect(create(changes)).rejects.toMatchObject({ kind: 'invalid', code });
    const rows = await billing.world.rows('SELECT 1 FROM payments WHERE account_id = $1', [accountId]);
    expect(rows).toEqual([]);
  });

  it.each([
    [' FRIEND-7 ', 'FRIEND-7'],
    ['no code at all', ''],
    ['x'.repeat(65), ''],
    ["'\u0000", ''],
  ])('stores the referral code %j as %j and never fails because of it', async (referralCode, stored) => {
    const { paymentId } = await create({ referralCode });
    expect((await billing.payment(paymentId)).referralCode).toBe(stored);
  });
});

describe('ListPayments', () => {
  it('returns every payment of the account once, newest first, for any page size', async () => {
    await billing.fund(accountId, 10_000);
    for (let i = 0; i < 5; i++) {
      // Two lengths, because a second equal order at the same moment is treated as a second click.
      await create({ paymentMethod: 'wallet', extend: true, duration: i % 2 === 0 ? 'monthly' : '3months' });
      billing.clock.pass(i % 2 === 0 ? 0 : 60_000);
    }
    await billing.order();
    const all = (await gateway().listPayments({ accountId, after: '', limit: 100 })).payments;
    expect(all).toHaveLength(5);
    expect(all.map(({ createdAtSeconds }) => createdAtSeconds)).toEqual(
      all.map(({ createdAtSeconds }) => createdAtSeconds).sort((a, b) => b - a),
    );
    const paged: string[] = [];
    for (let after = ''; ;) {
      const page = await gateway().listPayments({ accountId, after, limit: 2 });
      paged.push(...page.payments.map(({ id }) => id));
      after = page.next;
      if (after === '') break;
    }
    expect(paged).toEqual(all.map(({ id }) => id));
  });

  it('refuses an invalid page', async () => {
    const { paymentId } = await billing.order();
    for (const [after, limit] of [
      ['', 0],
      ['', 101],
      ['x', 1],
      [randomUUID(), 1],
      [paymentId, 1],
    ] as const)
      await expect(gateway().listPayments({ accountId, after, limit })).rejects.toMatchObject({ code: 'page_invalid' });
  });
});

describe('GetReceipt', () => {
  const receipt = (paymentId: string, as = accountId) => gateway().getReceipt({ accountId: as, paymentId });

  it('shows purchase, payment, refunds and seller, only to its own account', async () => {
    const { paymentId } = await create({ plan: 'medium', duration: 'yearly' });
    await expect(receipt(paymentId)).rejects.toMatchObject({ kind: 'not_found', code: 'receipt_not_found' });
    await billing.settle(paymentId, seen('paid', 27_600));
    expect(await receipt(paymentId)).toEqual({
      number: (await get(paymentId)).receiptNumber,
      issuedAtSeconds: seconds('2026-11-21T12:00:00Z'),
      lines: [{ kind: 'plan', label: 'Medium, 12 months', amountCents: 27_600 }],
      paidCents: 27_600,
      refundedCents: 0,
      paymentMethod: 'stripe',
      plan: 'medium',
      startsAtSeconds: seconds('2026-11-21T12:00:00Z'),
      endsAtSeconds: seconds('2027-11-21T12:00:00Z'),
      seller: ['Precis'],
    });
    await billing.settle(paymentId, seen('paid', 27_600, { refundedCents: 27_600 }));
    expect(await receipt(paymentId)).toMatchObject({
      refundedCents: 27_600,
      endsAtSeconds: seconds('2027-11-21T12:00:00Z'),
    });
    await expect(receipt(paymentId, randomUUID())).rejects.toMatchObject({ kind: 'not_found' });
    await expect(receipt('no uuid')).rejects.toMatchObject({ kind: 'not_found' });
  });
});

it('ListPaymentMethods lists the methods that the deployment offers', async () => {
  expect(await gateway().listPaymentMethods({})).toEqual({ methods: ['stripe', 'crypto', 'wallet'] });
  billing.offer('crypto');
  expect(await gateway().listPaymentMethods({})).toEqual({ methods: ['crypto', 'wallet'] });
  billing.offer('stripe', 'crypto');
});
