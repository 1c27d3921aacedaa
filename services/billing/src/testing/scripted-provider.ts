import type { Payment } from '../payments/payment.entity.js';
import {
  BadSignature,
  type Checkout,
  PaymentProvider,
  type ProviderNotice,
  ProviderUnavailable,
  type Sighting,
} from '../payments/payment-provider.js';

/** A provider that does as the test says. The real adapters have their own contract tests. */
export class ScriptedProvider extends PaymentProvider {
  /** By payment and attempt, like the real ones. */
  readonly checkouts = new Map<string, Checkout>();
  readonly calls: [name: 'open' | 'look' | 'close' | 'refund', paymentId: string][] = [];
  /** The sighting of a look; without one, a checkout is open. */
  readonly sightings = new Map<string, Sighting>();
  /** Does not answer, and does nothing. */
  isAway = false;
  /** Does its work, and its answer never arrives. */
  losesAnswers = false;
  /** Runs while a checkout is being opened. */
  meanwhile: () => Promise<void> = async () => undefined;

  /** Runs while a payment is being looked at. */
  whileLooking: () => Promise<void> = async () => undefined;

  constructor(readonly method: 'stripe' | 'crypto') {
    super();
  }

  async open(payment: Payment): Promise<Checkout> {
    this.called('open', payment);
    const key = `${payment.id}:${payment.attempt}`;
    const reference = `${this.method}_${payment.id.slice(-12)}_${payment.attempt}`;
    const made = { reference, url: `https://pay.example/${reference}`, expiresAt: payment.expiresAt };
    this.checkouts.set(key, this.checkouts.get(key) ?? made);
    await this.meanwhile();
    if (this.losesAnswers) throw new ProviderUnavailable(this.method);
    return this.checkouts.get(key)!;
  }

  async look(payment: Payment): Promise<Sighting> {
    this.called('look', payment);
    await this.whileLooking();
    return this.sightings.get(payment.id) ?? seen('open');
  }

  async close(payment: Payment): Promise<void> {
    this.called('close', payment);
    if (!this.sightings.has(payment.id)) this.sightings.set(payment.id, seen('expired'));
  }

  verify(): ProviderNotice {
    throw new BadSignature();
  }

  async refund(payment: Payment): Promise<'sent' | 'wallet'> {
    this.called('refund', payment);
    return this.method === 'crypto' ? 'wallet' : 'sent';
  }

  countOf(name: string): number {
    return this.calls.filter(([called]) => called === name).length;
  }

  private called(name: 'open' | 'look' | 'close' | 'refund', payment: Payment): void {
    this.calls.push([name, payment.id]);
    if (this.isAway) throw new ProviderUnavailable(this.method);
  }
}

export function seen(state: Sighting['state'], paidCents = 0, besides: Partial<Sighting> = {}): Sighting {
  return { state, paidCents, partial: false, refundedCents: 0, ...besides };
}
