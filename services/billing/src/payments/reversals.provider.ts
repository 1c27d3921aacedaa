import { Injectable } from '@nestjs/common';
import { EVENTS } from '@precis/events/catalogue/events';
import type { Announcement } from '@precis/events/catalogue/event-type';
import type { EntityManager } from 'typeorm';
import { Ledger } from '../ledger/ledger.provider.js';
import { disputePosting, type MoneySource, refundPosting } from '../ledger/postings.rule.js';
import { PaidTerms } from '../subscriptions/paid-terms.provider.js';
import type { DisputeState, Payment } from './payment.entity.js';
import type { Sighting } from './payment-provider.js';

type Dispute = NonNullable<Sighting['dispute']>;

/** Money of a completed payment that goes back: refunds and disputes, each fact once (PAY-22, PAY-38). */
@Injectable()
export class Reversals {
  constructor(
    private readonly terms: PaidTerms,
    private readonly ledger: Ledger,
  ) {}

  /**
   * All refunds of a locked payment add up to `totalCents` now: only what is new of it is posted and announced, under `refundId`. An older, smaller
   * total has no effect. All of it back ends the term. The caller saves the payment and announces the facts.
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
    // What an upgrade took as credit lives on in another term, and is never given back.
    const left = payment.amountCents - (await this.terms.creditedOnward(manager, payment.id));
    payment.refund(total, total >= left);
    await this.terms.noteRefunded(manager, payment.id, total);
    // As at a payment, the ledger comes before what is announced.
    await this.ledger.post(manager, refundPosting(refund.refundId, payment.id, refund.to, amount), now);
    if (total >= left) await this.terms.end(manager, payment.id, now);
    const fact = {
      paymentId: payment.id,
      userId: payment.accountId,
      refundId: refund.refundId,
      amountCents: amount,
      refundedTotalCents: total,
      paidCents: payment.amountCents,
    };
    return [EVENTS.paymentRefunded.of(fact, now)];
  }

  /** What the provider says of a dispute, once for each of its states; one that is closed before it was heard of as open was open first. */
  async dispute(manager: EntityManager, payment: Payment, dispute: Dispute, now: Date): Promise<Announcement[]> {
    const known = payment.disputes[dispute.id];
    if (known === dispute.state || (known !== undefined && known !== 'open')) return [];
    const facts: Announcement[] = [];
    if (known === undefined) {
      payment.dispute(dispute.id);
      facts.push(await this.post(manager, payment, dispute, 'open', now));
      await this.terms.end(manager, payment.id, now);
    }
    if (dispute.state === 'open') return facts;
    payment.closeDispute(dispute.id, dispute.state, dispute.amountCents);
    facts.push(await this.post(manager, payment, dispute, dispute.state, now));
    if (payment.status === 'completed') await this.terms.restore(manager, payment.id, now);
    return facts;
  }

  private async post(
    manager: EntityManager,
    payment: Payment,
    { id, amountCents }: Dispute,
    state: DisputeState,
    now: Date,
  ): Promise<Announcement> {
    if (amountCents > 0) await this.ledger.post(manager, disputePosting(payment.id, id, state, amountCents), now);
    const { id: paymentId, accountId: userId, amountCents: paidCents } = payment;
    return EVENTS.paymentDisputed.of({ paymentId, userId, disputeId: id, state, amountCents, paidCents }, now);
  }
}
