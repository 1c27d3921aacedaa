import { Inject, Injectable } from '@nestjs/common';
import { inTransaction } from '@precis/runtime/database';
import { DomainError } from '@precis/runtime/domain-error';
import { LOGGER } from '@precis/runtime/foundation.module';
import type { Logger } from '@precis/runtime/logger';
import { DataSource } from 'typeorm';
import { LookAtPayment } from './look-at-payment.usecase.js';
import type { Payment } from './payment.entity.js';
import { type Checkout, type PaymentProvider, PaymentProviders } from './payment-provider.js';
import { checkoutReplaced, paymentUnavailable } from './payments.errors.js';
import { PaymentsRepository } from './payments.repository.js';
import { SettlePayment } from './settle-payment.usecase.js';

/** Opens and closes what providers hold of our payments, never inside a transaction. */
@Injectable()
export class Checkouts {
  constructor(
    private readonly database: DataSource,
    private readonly payments: PaymentsRepository,
    private readonly providers: PaymentProviders,
    private readonly settle: SettlePayment,
    private readonly look: LookAtPayment,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Where the payer of a committed payment goes. One that was begun before, here or by a process that died before it noted the answer, is the same
   * checkout at the provider (its attempt is the key). Throws paymentUnavailable, and leaves the payment to be begun again.
   */
  async open(payment: Payment): Promise<string> {
    if (payment.url !== null) return payment.url;
    const checkout = await this.providerOf(payment)
      .open(payment)
      .catch((error: unknown) => {
        throw isAway(error) ? paymentUnavailable(error) : error;
      });
    const kept = await this.keep(payment.id, checkout);
    if (kept.reference === checkout.reference && kept.url !== null) return kept.url;
    // Two callers at once at a provider that made one for each, or a checkout that was closed meanwhile: nobody gets to see this one.
    await this.closeAtProvider({ ...kept, ...checkout } as Payment);
    if (!kept.isOpen || kept.url === null) throw checkoutReplaced();
    return kept.url;
  }

  /**
   * Ends checkouts that the account does not need any more. What is paid meanwhile is kept: the provider is asked afterwards, and its word counts.
   * One whose provider is away stays open, to be closed with the next one or to expire.
   */
  async closeAll(payments: Payment[], now: Date): Promise<void> {
    await Promise.all(
      payments.map(async (payment) => {
        try {
          if (payment.reference === null) return await this.giveUp(payment, now);
          await this.providerOf(payment).close(payment);
          await this.look.execute(payment.id);
        } catch (error) {
          this.logger.warn({ err: error, code: payment.method }, 'a checkout was not closed');
        }
      }),
    );
  }

  private async keep(paymentId: string, checkout: Checkout): Promise<Payment> {
    return inTransaction(this.database, async (manager) => {
      const payment = (await this.payments.lock(manager, paymentId))!;
      if (payment.status === 'created') {
        payment.open(checkout);
        await this.payments.save(manager, payment);
      }
      return payment;
    });
  }

  /** Nobody has its address: if the provider made one, nobody can pay it. */
  private async giveUp(payment: Payment, now: Date): Promise<void> {
    const sighting = { state: 'expired', paidCents: 0, partial: false, refundedCents: 0 } as const;
    await this.settle.execute(payment.id, sighting, now);
  }

  private async closeAtProvider(payment: Payment): Promise<void> {
    await this.providerOf(payment)
      .close(payment)
      .catch((error: unknown) => this.logger.warn({ err: error, code: payment.method }, 'a checkout was not closed'));
  }

  private providerOf({ method }: Payment): PaymentProvider {
    const provider = this.providers.get(method as PaymentProvider['method']);
    if (!provider) throw paymentUnavailable(new Error(`no provider of ${method} is set`));
    return provider;
  }
}

function isAway(error: unknown): boolean {
  return error instanceof DomainError && error.kind === 'unavailable';
}
