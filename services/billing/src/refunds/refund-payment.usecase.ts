import { Injectable } from '@nestjs/common';
import { Clock } from '@precis/runtime/clock';
import { inTransaction } from '@precis/runtime/database';
import { DataSource, type EntityManager } from 'typeorm';
import { PaymentProviders } from '../payments/payment-provider.js';
import type { Payment } from '../payments/payment.entity.js';
import { PaymentsRepository } from '../payments/payments.repository.js';
import { FinishRefund } from './finish-refund.usecase.js';
import { Refund } from './refund.entity.js';
import { leftCents, refundRefusal } from './refund.rule.js';
import {
  paymentUnknown,
  providerAbsent,
  refundIdTaken,
  refundNotAllowed,
  refundTooLarge,
  refundUnderWay,
} from './refunds.errors.js';
import { RefundsRepository } from './refunds.repository.js';

/** A refund as an operator requests it. */
export interface WantedRefund {
  refundId: string;
  paymentId: string;
  /** The account that must own the payment; empty = any. */
  accountId: string;
  /** 0 = the rest of the payment. */
  amountCents: number;
}

/**
 * Refunds a payment for an operator, all or a part, once per refund id (PAY-22). The refund is planned and committed, then the provider is called,
 * then it is booked. After a crash, a repeat under the same id or ResumeRefunds continues.
 */
@Injectable()
export class RefundPayment {
  constructor(
    private readonly database: DataSource,
    private readonly clock: Clock,
    private readonly payments: PaymentsRepository,
    private readonly refunds: RefundsRepository,
    private readonly providers: PaymentProviders,
    private readonly finisher: FinishRefund,
  ) {}

  /**
   * Throws paymentUnknown, refundIdTaken, refundUnderWay, refundNotAllowed, refundTooLarge and providerAbsent; then nothing is planned. Also throws
   * what FinishRefund throws.
   */
  async execute(wanted: WantedRefund): Promise<Refund> {
    await inTransaction(this.database, (manager) => this.plan(manager, wanted));
    return this.finisher.execute(wanted.refundId);
  }

  private async plan(manager: EntityManager, wanted: WantedRefund): Promise<void> {
    const payment = await this.payments.lock(manager, wanted.paymentId);
    if (!payment || (wanted.accountId !== '' && wanted.accountId !== payment.accountId)) throw paymentUnknown();
    const earlier = await this.refunds.find(manager, wanted.refundId);
    if (earlier && (earlier.paymentId !== wanted.paymentId || earlier.askedCents !== wanted.amountCents))
      throw refundIdTaken();
    if (earlier) return;
    if (await this.refunds.isOneUnderWay(manager, payment.id)) throw refundUnderWay();
    if (payment.method === 'stripe' && !this.providers.has('stripe')) throw providerAbsent();
    const hasFailed = await this.refunds.hasFailed(manager, payment.id);
    const refund = planned(wanted, payment, hasFailed, this.clock.now());
    await this.refunds.add(manager, refund);
  }
}

function planned(wanted: WantedRefund, payment: Payment, hasFailed: boolean, now: Date): Refund {
  const { status, months, completedAt, amountCents, refundedCents } = payment;
  const facts = { status, months, completedAt, amountCents, refundedCents, hasFailed };
  const refusal = refundRefusal(facts, now);
  if (refusal) throw refundNotAllowed(refusal);
  if (wanted.amountCents > leftCents(facts)) throw refundTooLarge();
  return Object.assign(new Refund(), {
    id: wanted.refundId,
    paymentId: payment.id,
    accountId: payment.accountId,
    askedCents: wanted.amountCents,
    amountCents: wanted.amountCents || leftCents(facts),
    refundedBeforeCents: payment.refundedCents,
    failedBeforeCents: payment.failedRefundCents,
    state: 'planned',
    destination: null,
    plannedAt: now,
    endedAt: null,
  });
}
