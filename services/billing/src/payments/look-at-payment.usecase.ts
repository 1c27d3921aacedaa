import { Injectable } from '@nestjs/common';
import { Clock } from '@precis/runtime/clock';
import { randomUUID } from 'node:crypto';
import { PaymentLooks } from './payment-looks.repository.js';
import { type PaymentProvider, PaymentProviders, ProviderUnavailable, type Sighting } from './payment-provider.js';
import type { Payment } from './payment.entity.js';
import { SettlePayment } from './settle-payment.usecase.js';

/** Longer than a provider's answer and the following transaction may take. */
const LEASE_MS = 40_000;
const LATEST_SETTLING_MS = 25_000;

/**
 * A provider ends a checkout within seconds of its end. If it still shows a checkout as open after this time, billing ended the checkout but could
 * not close it at the provider.
 */
export const LEFT_OPEN_MS = 60_000;

/**
 * How a look ended. `settled`: the provider's report was applied. `busy`: another look at the payment is running. `unknown`: no such payment, or its
 * provider is not offered here.
 */
export type LookOutcome = 'settled' | 'busy' | 'unknown';

/**
 * Asks the provider about a payment, and settles what it reports (PAY-17, PAY-41): for the webhook worker, the reconciler, and callers that read the
 * payment. One look at a payment runs at a time, because an older sighting must not be settled last. After kill -9 the lease ends, and the caller
 * looks again.
 */
@Injectable()
export class LookAtPayment {
  constructor(
    private readonly looks: PaymentLooks,
    private readonly providers: PaymentProviders,
    private readonly settle: SettlePayment,
    private readonly clock: Clock,
  ) {}

  /** Throws what the provider and the settling throw. */
  async execute(paymentId: string): Promise<LookOutcome> {
    const holder = randomUUID();
    const beganAtMs = performance.now();
    if (!(await this.looks.payment(paymentId))) return 'unknown';
    if (!(await this.looks.hold(paymentId, holder, LEASE_MS))) return 'busy';
    try {
      // Read again under the lease: a checkout may have been opened in between.
      const payment = await this.looks.payment(paymentId);
      const provider = payment && payment.method !== 'wallet' && this.providers.get(payment.method);
      if (!payment || !provider) return 'unknown';
      const sighting = await this.see(payment, provider);
      // If this process was suspended, its lease may have ended, and another process may be looking at the payment now.
      if (performance.now() - beganAtMs > LATEST_SETTLING_MS)
        throw new ProviderUnavailable(provider.method, new Error('looked at too long ago'));
      await this.settle.execute(paymentId, sighting, this.clock.now());
      return 'settled';
    } finally {
      await this.looks.release(paymentId, holder);
    }
  }

  /**
   * A checkout whose address was never stored cannot be paid, because no payer has its address. It expires with its price, even while its provider is
   * unavailable. A checkout that another order has replaced is closed here when the process that replaced it could not close it (PAY-37).
   */
  private async see(payment: Payment, provider: PaymentProvider): Promise<Sighting> {
    if (payment.reference !== null) {
      const sighting = await provider.look(payment);
      if (sighting.state !== 'open' || !this.isLeftOpen(payment)) return sighting;
      await provider.close(payment);
      return provider.look(payment);
    }
    const isOver = payment.expiresAt <= this.clock.now();
    return { state: isOver ? 'expired' : 'open', unopened: true, paidCents: 0, partial: false, refundedCents: 0 };
  }

  private isLeftOpen({ isOpen, expiresAt }: Payment): boolean {
    return isOpen && this.clock.now().getTime() - expiresAt.getTime() >= LEFT_OPEN_MS;
  }
}
