import { Inject, Injectable } from '@nestjs/common';
import { inTransaction } from '@precis/runtime/database';
import { DomainError } from '@precis/runtime/domain-error';
import { LOGGER } from '@precis/runtime/foundation.module';
import type { Logger } from '@precis/runtime/logger';
import { within } from '@precis/runtime/pause';
import { DataSource } from 'typeorm';
import { LookAtPayment } from './look-at-payment.usecase.js';
import type { Payment } from './payment.entity.js';
import { type Checkout, type PaymentProvider, PaymentProviders, type Sighting } from './payment-provider.js';
import { checkoutReplaced, paymentUnavailable } from './payments.errors.js';
import { PaymentsRepository } from './payments.repository.js';
import { SettlePayment } from './settle-payment.usecase.js';

/** How long an order waits until the checkouts that it replaces are closed: much shorter than the gateway waits. The closing itself continues. */
const CLOSING_MS = 5_000;

const UNOPENED: Sighting = { state: 'expired', unopened: true, paidCents: 0, partial: false, refundedCents: 0 };

/** Opens and closes our payments' checkouts at the providers, never inside a transaction. */
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
   * Returns the address where the payer of a committed payment pays. If another call, or a process that died, has begun a checkout, the provider
   * returns the same one, because the attempt is its key. Throws paymentUnavailable, after which the payment can be tried again, and
   * checkoutReplaced.
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
    // Another call has stored a different checkout, or the payment was closed in between. So this checkout is closed, and no payer sees it.
    await this.closeAtProvider({ ...kept, ...checkout } as Payment);
    if (!kept.isOpen || kept.url === null) throw checkoutReplaced();
    return kept.url;
  }

  /**
   * Closes checkouts that the account no longer needs. A payment that arrives in between is kept, because the provider is asked again after the
   * closing. When the provider is unavailable or slow, the checkout stays open, and is closed later or expires.
   */
  async closeAll(payments: Payment[], now: Date): Promise<void> {
    const isSlow = () => new Error('the provider has not answered in time');
    await Promise.all(
      payments.map(async (payment) => {
        const notClosed = (error: unknown) =>
          this.logger.warn(
            { err: error, code: payment.method },
            `the checkout of payment ${payment.id} was not closed`,
          );
        await within(CLOSING_MS, this.end(payment, now).catch(notClosed), isSlow).catch(notClosed);
      }),
    );
  }

  private async end(payment: Payment, now: Date): Promise<void> {
    const opened = payment.reference === null ? await this.giveUp(payment, now) : payment;
    if (opened.reference === null) return;
    await this.providerOf(opened).close(opened);
    if (!(await this.settleClosed(opened))) await this.noteClosed(opened, now);
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

  /**
   * Gives up a payment whose checkout has no stored address. Even if the provider made a checkout, no payer has its address. Returns the payment,
   * which may have got a checkout in the meantime.
   */
  private async giveUp({ id }: Payment, now: Date): Promise<Payment> {
    await this.settle.execute(id, UNOPENED, now);
    return (await this.payments.find(this.database.manager, id))!;
  }

  /** Looks at a closed checkout once more, and settles what was paid before it was closed. False when that was not possible now. */
  private async settleClosed({ id, method }: Payment): Promise<boolean> {
    try {
      return (await this.look.execute(id)) === 'settled';
    } catch (error) {
      this.logger.warn(
        { err: error, code: method },
        `payment ${id} could not be looked at after its checkout was closed`,
      );
      return false;
    }
  }

  /** The outcome is read later; until then the closed checkout is not shown again. */
  private async noteClosed({ id }: Payment, now: Date): Promise<void> {
    await inTransaction(this.database, async (manager) => {
      const payment = (await this.payments.lock(manager, id))!;
      if (!payment.isOpen || payment.expiresAt <= now) return;
      payment.expiresAt = now;
      await this.payments.save(manager, payment);
    });
  }

  private async closeAtProvider(payment: Payment): Promise<void> {
    await this.providerOf(payment)
      .close(payment)
      .catch((error: unknown) =>
        this.logger.warn({ err: error, code: payment.method }, `the checkout of payment ${payment.id} was not closed`),
      );
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
