import { eventually } from '@precis/testing/eventually';
import { randomUUID } from 'node:crypto';
import type { Checkout, PaymentProvider } from '../payments/payment-provider.js';
import { Payment } from '../payments/payment.entity.js';

/** A webhook as received. */
export interface Delivery {
  body: Buffer;
  signature: string;
}

/** A provider with its simulator, which the test controls. */
export interface ProviderWorld {
  provider: PaymentProvider;
  /** A clock that the simulator shares. */
  clock: { now(): Date; pass(ms: number): void };
  /** Pays the amount due, as the payer. */
  pay(checkout: Checkout): Promise<void>;
  /** All deliveries of the simulator so far, once there are `count`. */
  deliveries(count: number): Promise<Delivery[]>;
  /** A signature of another deployment over the same bytes. */
  signedByAnother(body: Buffer): string;
  /** Makes the provider unreachable from now on. */
  goAway(): Promise<void>;
  close(): Promise<void>;
}

/** Makes a payment without a checkout. */
export function newPayment(changes: Partial<Payment> = {}, now = new Date('2026-11-21T12:00:00Z')): Payment {
  return Object.assign(new Payment(), {
    id: randomUUID(),
    accountId: randomUUID(),
    quoteId: randomUUID(),
    method: 'stripe',
    status: 'created',
    plan: 'medium',
    duration: 'yearly',
    months: 12,
    totalCents: 27_600,
    creditCents: 0,
    amountCents: 27_600,
    refundedCents: 0,
    failedRefundCents: 0,
    lostCents: 0,
    creditedCents: 0,
    reclaimedCents: 0,
    disputes: {},
    extend: false,
    referralCode: '',
    reference: null,
    url: null,
    attempt: 1,
    createdAt: now,
    expiresAt: new Date(now.getTime() + 30 * 60_000),
    completedAt: null,
    termId: null,
    receiptNumber: null,
    note: '',
    ...changes,
  });
}

/** Tests the contract of every PaymentProvider. */
export function paymentProviderContract(name: string, open: () => Promise<ProviderWorld>): void {
  describe(`${name} as a payment provider`, () => {
    let world: ProviderWorld;
    beforeEach(async () => void (world = await open()));
    afterEach(() => world.close());

    const opened = async (changes: Partial<Payment> = {}) => {
      const { provider, clock } = world;
      const payment = newPayment({ method: provider.method, ...changes }, clock.now());
      const checkout = await provider.open(payment);
      return { checkout, payment: Object.assign(payment, { reference: checkout.reference, url: checkout.url }) };
    };

    it('opens one checkout for one attempt, for repeated and simultaneous calls', async () => {
      const payment = newPayment({ method: world.provider.method }, world.clock.now());
      const first = await world.provider.open(payment);
      const repeats = await Promise.all([world.provider.open(payment), world.provider.open(payment)]);
      for (const repeat of repeats) expect(repeat).toEqual(first);
      expect(first.url).toMatch(/^https?:\/\//);
      expect(first.expiresAt.getTime()).toBeGreaterThanOrEqual(payment.expiresAt.getTime());
    });

    it('sees a checkout open, then paid in full', async () => {
      const { checkout, payment } = await opened();
      expect(await world.provider.look(payment)).toMatchObject({ state: 'open', paidCents: 0, refundedCents: 0 });
      await world.pay(checkout);
      expect(await world.provider.look(payment)).toMatchObject({
        state: 'paid',
        paidCents: payment.amountCents,
        partial: false,
        refundedCents: 0,
      });
    });

    it('closes a checkout once, and leaves a paid one paid', async () => {
      const one = await opened();
      await world.provider.close(one.payment);
      await world.provider.close(one.payment);
      expect(await world.provider.look(one.payment)).toMatchObject({ state: 'expired', paidCents: 0 });
      const other = await opened();
      await world.pay(other.checkout);
      await world.provider.close(other.payment);
      expect(await world.provider.look(other.payment)).toMatchObject({ state: 'paid' });
    });

    it('calls a payment that never got a checkout open until its price expires', async () => {
      const payment = newPayment({ method: world.provider.method }, world.clock.now());
      expect(await world.provider.look(payment)).toMatchObject({ state: 'open' });
      world.clock.pass(31 * 60_000);
      expect(await world.provider.look(payment)).toMatchObject({ state: 'expired', paidCents: 0 });
    });

    it('accepts the webhooks of its provider, which name the checkout or the payment', async () => {
      const { checkout, payment } = await opened();
      await world.pay(checkout);
      const notices = await eventually('a webhook names the payment', async () => {
        const all = (await world.deliveries(1)).map(({ body, signature }) => world.provider.verify(body, signature));
        return all.some(({ paymentId, reference }) => paymentId === payment.id || reference === checkout.reference)
          ? all
          : undefined;
      });
      for (const { eventId, paymentId } of notices) {
        expect(eventId).not.toBe('');
        expect(paymentId ?? payment.id).toBe(payment.id);
      }
    });

    it('refuses a webhook that is altered by a byte, or signed by another, or not at all', async () => {
      const { checkout } = await opened();
      await world.pay(checkout);
      const [{ body, signature }] = await world.deliveries(1);
      const altered = (change: (bytes: Buffer) => Buffer): [Buffer, string] => [change(Buffer.from(body)), signature];
      const bad: [Buffer, string][] = [
        altered((bytes) => Buffer.concat([bytes, Buffer.from(' ')])),
        altered((bytes) => Buffer.concat([Buffer.from('\uFEFF'), bytes])),
        altered((bytes) => (bytes.writeUInt8(bytes[10] ^ 1, 10), bytes)),
        altered((bytes) => Buffer.from(JSON.stringify(JSON.parse(bytes.toString()), null, 3))),
        altered(() => Buffer.alloc(0)),
        altered(() => Buffer.from([0xff, 0xfe, 0x00, 0x80])),
        [body, ''],
        [body, 'x'.repeat(10_000)],
        [body, world.signedByAnother(body)],
      ];
      for (const [bytes, header] of bad)
        expect(() => world.provider.verify(bytes, header)).toThrow(expect.objectContaining({ code: 'bad_signature' }));
    });

    it('reports an unavailable provider as 503, without any of its text', async () => {
      const { payment } = await opened();
      await world.goAway();
      const other = newPayment({ method: world.provider.method }, world.clock.now());
      for (const call of [() => world.provider.look(payment), () => world.provider.open(other)])
        await expect(call()).rejects.toMatchObject({ kind: 'unavailable', code: 'payment_unavailable' });
    }, 60_000);
  });
}
