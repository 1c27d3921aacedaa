import { Injectable } from '@nestjs/common';
import { EVENTS } from '@precis/events/catalogue/events';
import { announce } from '@precis/events/outbox/outbox';
import { Clock } from '@precis/runtime/clock';
import { inTransaction } from '@precis/runtime/database';
import { DomainError } from '@precis/runtime/domain-error';
import { DataSource, type EntityManager } from 'typeorm';
import { Ledger } from '../ledger/ledger.provider.js';
import { refundPosting } from '../ledger/postings.rule.js';
import { PaymentProviders } from '../payments/payment-provider.js';
import { PaidTerms } from '../subscriptions/paid-terms.provider.js';
import { SubscriptionsRepository } from '../subscriptions/subscriptions.repository.js';
import type { Refund, RefundDestination } from './refund.entity.js';
import { leftCents } from './refund.rule.js';
import { providerAbsent, refundRefused } from './refunds.errors.js';
import { RefundsRepository } from './refunds.repository.js';

/**
 * Brings a planned refund to its end: the money is sent, then term, ledger and facts change in one transaction (PAY-22). The provider sends
 * once per refund id, so that a repeat after a crash or a lost answer is safe at every point.
 */
@Injectable()
export class FinishRefund {
  constructor(
    private readonly database: DataSource,
    private readonly clock: Clock,
    private readonly subscriptions: SubscriptionsRepository,
    private readonly refunds: RefundsRepository,
    private readonly providers: PaymentProviders,
    private readonly terms: PaidTerms,
    private readonly ledger: Ledger,
  ) {}

  /** Throws refundRefused, and ProviderUnavailable: then the refund stays planned. */
  async execute(refundId: string): Promise<Refund> {
    const refund = (await this.refunds.find(this.database.manager, refundId))!;
    if (refund.state === 'refused') throw refundRefused();
    if (refund.state === 'done') return refund;
    const destination = await this.send(refund);
    return inTransaction(this.database, (manager) => this.book(manager, refund, destination, this.clock.now()));
  }

  /** Outside of any transaction. What came from the wallet goes back there, and so does what the provider cannot send. */
  private async send(refund: Refund): Promise<RefundDestination> {
    const payment = (await this.refunds.payment(this.database.manager, refund.paymentId))!;
    if (payment.method === 'wallet') return 'wallet';
    const provider = this.providers.get(payment.method);
    if (!provider && payment.method === 'crypto') return 'wallet';
    if (!provider) throw providerAbsent();
    try {
      return (await provider.refund(payment, refund.id, refund.amountCents)) === 'wallet' ? 'wallet' : 'stripe';
    } catch (error) {
      // Whatever does not say no for good may have been sent: it stays planned and is asked again.
      if (!(error instanceof DomainError) || error.kind === 'unavailable') throw error;
      await inTransaction(this.database, (manager) => this.refuse(manager, refund.id, this.clock.now()));
      throw refundRefused();
    }
  }

  private async refuse(manager: EntityManager, id: string, now: Date): Promise<void> {
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
    await this.subscriptions.lock(manager, accountId);
    const payment = await this.refunds.lockPayment(manager, paymentId);
    const refund = await this.refunds.lock(manager, id);
    if (refund.state !== 'planned') return refund;
    const amountCents = refund.missingCents(payment.refundedCents);
    refund.finish(destination, now);
    await this.refunds.saveEnd(manager, refund);
    // The provider's own event came first and has booked it.
    if (amountCents === 0) return refund;

    payment.refundedCents += amountCents;
    const creditTakenCents = await this.refunds.creditTaken(manager, payment);
    const isAll = leftCents({ ...payment, creditTakenCents }) === 0;
    if (isAll) payment.status = 'refunded';
    await this.refunds.savePayment(manager, payment);
    if (isAll) await this.terms.end(manager, paymentId, now);
    const to = destination === 'wallet' ? { method: destination, accountId } : { method: destination };
    await this.ledger.post(manager, refundPosting(id, paymentId, to, amountCents), now);
    const { refundedCents: refundedTotalCents, amountCents: paidCents } = payment;
    const fact = { paymentId, userId: accountId, refundId: id, amountCents, refundedTotalCents, paidCents };
    await announce(manager, EVENTS.paymentRefunded.of(fact, now));
    return refund;
  }
}
