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

/** Well below what the gateway waits for the order that replaces a checkout; the closing itself goes on. */
const CLOSING_MS = 5_000;

const UNOPENED: Sighting = { state: 'expired', unopened: true, paidCents: 0, partial: false, refundedCents: 0 };

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
   * One whose provider is away stays open, to be closed with the next one or to expire; one whose provider is slow is not waited for long.
   */
  async closeAll(payments: Payment[], now: Date): Promise<void> {
    const isSlow = () => new Error('the provider takes its time');
    await Promise.all(
      payments.map(async (payment) => {
        const notClosed = (error: unknown) =>
          this.logger.warn({ err: error, code: payment.method }, 'a checkout was not closed');
        await within(CLOSING_MS, this.end(payment, now).catch(notClosed), isSlow).catch(notClosed);
      }),
    );
  }

  private async end(payment: Payment, now: Date): Promise<void> {
    const opened = payment.reference === null ? await this.giveUp(payment, now) : payment;
    if (opened.reference === null) return;
    await this.providerOf(opened).close(opened);
    if (!(await this.isSeen(opened))) await this.noteClosed(opened, now);
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

  /** Nobody has its address: if the provider made one, nobody can pay it. Answers the payment, which may have got its checkout in this moment. */
  private async giveUp({ id }: Payment, now: Date): Promise<Payment> {
    await this.settle.execute(id, UNOPENED, now);
    return (await this.payments.find(this.database.manager, id))!;
  }

  private async isSeen({ id, method }: Payment): Promise<boolean> {
    try {
      return (await this.look.execute(id)) === 'settled';
    } catch (error) {
      this.logger.warn({ err: error, code: method }, 'a checkout that was closed was not looked at');
      return false;
    }
  }

  /** Its outcome is seen later; until then its dead address is not handed out again. */
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
