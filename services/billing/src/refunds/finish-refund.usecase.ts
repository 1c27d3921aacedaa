import { Injectable } from '@nestjs/common';
import { announce } from '@precis/events/outbox/outbox';
import { Clock } from '@precis/runtime/clock';
import { inTransaction } from '@precis/runtime/database';
import { DomainError } from '@precis/runtime/domain-error';
import { DataSource, type EntityManager } from 'typeorm';
import { refundRefused } from '../payments/payment-provider.errors.js';
import { PaymentProviders } from '../payments/payment-provider.js';
import { PaymentsRepository } from '../payments/payments.repository.js';
import { Reversals } from '../payments/reversals.provider.js';
import { MoneyBack } from '../subscriptions/money-back.provider.js';
import type { Refund, RefundDestination } from './refund.entity.js';
import { providerAbsent, refundFailed } from './refunds.errors.js';
import { RefundsRepository } from './refunds.repository.js';

/**
 * Completes a planned refund: the money is sent, then term, ledger and events change in one transaction (PAY-22). The provider sends once per refund
 * id, so a repeat after a crash or a lost answer is safe at every point.
 */
@Injectable()
export class FinishRefund {
  constructor(
    private readonly database: DataSource,
    private readonly clock: Clock,
    private readonly payments: PaymentsRepository,
    private readonly reversals: Reversals,
    private readonly moneyBack: MoneyBack,
    private readonly refunds: RefundsRepository,
    private readonly providers: PaymentProviders,
  ) {}

  /** Throws refundRefused and refundFailed, or providerAbsent and ProviderUnavailable, after which the refund stays planned. */
  async execute(refundId: string): Promise<Refund> {
    const refund = (await this.refunds.find(this.database.manager, refundId))!;
    if (refund.state === 'refused') throw refundRefused();
    if (refund.state === 'failed') throw refundFailed();
    if (refund.state === 'done') return refund;
    const destination = await this.send(refund);
    return inTransaction(this.database, (manager) => this.book(manager, refund, destination, this.clock.now()));
  }

  /** Runs outside of any transaction. Wallet payments, and payments that the provider cannot refund, are credited to the wallet. */
  private async send(refund: Refund): Promise<RefundDestination> {
    const payment = (await this.payments.find(this.database.manager, refund.paymentId))!;
    if (payment.method === 'wallet') return 'wallet';
    const provider = this.providers.get(payment.method);
    if (!provider && payment.method === 'crypto') return 'wallet';
    if (!provider) throw providerAbsent();
    try {
      return (await provider.refund(payment, refund.id, refund.amountCents)) === 'wallet' ? 'wallet' : 'stripe';
    } catch (error) {
      // Only a definite refusal means that nothing was sent. After any other error the refund stays planned and is tried again.
      if (!(error instanceof DomainError) || error.kind === 'unavailable') throw error;
      await inTransaction(this.database, (manager) => this.refuse(manager, refund, this.clock.now()));
      throw refundRefused();
    }
  }

  private async refuse(manager: EntityManager, { id, paymentId }: Refund, now: Date): Promise<void> {
    await this.payments.lock(manager, paymentId);
    const refund = await this.refunds.lock(manager, id);
    if (refund.state !== 'planned') return;
    refund.refuse(now);
    await this.refunds.saveEnd(manager, refund);
  }

  private async book(
    manager: EntityManager,
    { id, accountId, paymentId }: Refund,
    destination: RefundDestination,
    now: Date,
  ): Promise<Refund> {
    const payment = (await this.payments.lock(manager, paymentId))!;
    const refund = await this.refunds.lock(manager, id);
    if (refund.state !== 'planned') return refund;
    refund.finish(destination, now);
    await this.refunds.saveEnd(manager, refund);
    const to = destination === 'wallet' ? { method: destination, accountId } : { method: destination };
    const totalCents = refund.totalCents(payment.failedRefundCents);
    const facts = await this.reversals.refund(manager, payment, { refundId: id, totalCents, to }, now);
    await this.moneyBack.follow(manager, payment, now);
    await this.payments.save(manager, payment);
    await announce(manager, ...facts);
    return refund;
  }
}
