import { Injectable } from '@nestjs/common';
import { EVENTS } from '@precis/events/catalogue/events';
import type { Announcement } from '@precis/events/catalogue/event-type';
import type { EntityManager } from 'typeorm';
import { Ledger } from '../ledger/ledger.provider.js';
import { disputePosting, type MoneySource, refundFailedPosting, refundPosting } from '../ledger/postings.rule.js';
import type { DisputeState, Payment } from './payment.entity.js';
import type { Sighting } from './payment-provider.js';

type Dispute = NonNullable<Sighting['disputes']>[number];

/**
 * Books refunds and disputes of a completed payment, each fact once (PAY-22, PAY-38, PAY-63). The caller then calls MoneyBack to take back the value
 * that the payment had bought.
 */
@Injectable()
export class Reversals {
  constructor(private readonly ledger: Ledger) {}

  /**
   * All refunds of a locked payment now add up to `totalCents`: only the difference is posted and announced, under `refundId`. An older, smaller
   * total has no effect. The caller saves the payment and announces the events.
   */
  async refund(
    manager: EntityManager,
    payment: Payment,
    refund: { refundId: string; totalCents: number; to: MoneySource },
    now: Date,
  ): Promise<Announcement[]> {
    const total = Math.min(refund.totalCents, payment.amountCents);
    const amount = total - payment.refundedCents;
    if (amount <= 0) return [];
    payment.refund(total);
    // As for a payment, the ledger comes before the announcements.
    await this.ledger.post(manager, refundPosting(refund.refundId, payment.id, refund.to, amount), now);
    const fact = {
      paymentId: payment.id,
      userId: payment.accountId,
      refundId: refund.refundId,
      amountCents: amount,
      refundedTotalCents: total,
      paidCents: payment.amountCents,
      failed: false,
    };
    return [EVENTS.paymentRefunded.of(fact, now)];
  }

  /**
   * Books that refunds of a locked payment failed after they were booked: only `totalCents` of all refunds still stand (PAY-63). No effect
   * when that is not less than what is booked.
   */
  async refundsFailed(
    manager: EntityManager,
    payment: Payment,
    totalCents: number,
    now: Date,
  ): Promise<Announcement[]> {
    const { id: paymentId, accountId: userId, amountCents: paidCents } = payment;
    const amountCents = payment.refundedCents - totalCents;
    if (amountCents <= 0) return [];
    payment.refundsFailed(totalCents);
    const { failedRefundCents } = payment;
    await this.ledger.post(manager, refundFailedPosting(paymentId, amountCents, failedRefundCents), now);
    const refundId = `${paymentId}:failed:${failedRefundCents}`;
    const fact = { paymentId, userId, refundId, amountCents, refundedTotalCents: totalCents, paidCents, failed: true };
    return [EVENTS.paymentRefunded.of(fact, now)];
  }

  /** Books the provider's report of a dispute, once per state; a dispute first seen as closed is booked as opened first. */
  async dispute(manager: EntityManager, payment: Payment, dispute: Dispute, now: Date): Promise<Announcement[]> {
    const known = payment.disputes[dispute.id];
    // A won dispute stays won. A lost one may be won on appeal; an older report never reopens it.
    if (known === dispute.state || known === 'won' || (known === 'lost' && dispute.state === 'open')) return [];
    const facts: Announcement[] = [];
    if (known === undefined) {
      payment.dispute(dispute.id);
      facts.push(await this.post(manager, payment, dispute, 'open', now));
    }
    if (dispute.state === 'open') return facts;
    payment.closeDispute(dispute.id, dispute.state, dispute.amountCents);
    facts.push(await this.post(manager, payment, dispute, dispute.state, now, known === 'lost'));
    return facts;
  }

  private async post(
    manager: EntityManager,
    payment: Payment,
    { id, amountCents }: Dispute,
    state: DisputeState,
    now: Date,
    wasLost = false,
  ): Promise<Announcement> {
    const posting = disputePosting(payment.id, id, state, amountCents, wasLost);
    if (amountCents > 0) await this.ledger.post(manager, posting, now);
    const { id: paymentId, accountId: userId, amountCents: paidCents } = payment;
    return EVENTS.paymentDisputed.of({ paymentId, userId, disputeId: id, state, amountCents, paidCents }, now);
  }
}
