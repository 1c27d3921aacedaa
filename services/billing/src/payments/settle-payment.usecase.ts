import { Injectable } from '@nestjs/common';
import type { Announcement } from '@precis/events/catalogue/event-type';
import { EVENTS } from '@precis/events/catalogue/events';
import { announce } from '@precis/events/outbox/outbox';
import { inTransaction } from '@precis/runtime/database';
import { DataSource, type EntityManager } from 'typeorm';
import { Ledger } from '../ledger/ledger.provider.js';
import { cryptoToWalletPosting } from '../ledger/postings.rule.js';
import type { Quote } from '../quotes/quote.entity.js';
import { Quotes } from '../quotes/quotes.provider.js';
import { MoneyBack } from '../subscriptions/money-back.provider.js';
import { PaidTerms } from '../subscriptions/paid-terms.provider.js';
import { FailedRefunds } from './failed-refunds.provider.js';
import { Fulfilment } from './fulfilment.provider.js';
import type { Payment } from './payment.entity.js';
import type { Sighting } from './payment-provider.js';
import { unknownPayment } from './payments.errors.js';
import { PaymentsRepository } from './payments.repository.js';
import { Reversals } from './reversals.provider.js';
import { isForeign, judge, type Verdict } from './settlement.rule.js';

/** Brings a payment to the state that its provider reports: term, money and events in one transaction, once (PAY-17, PAY-18). */
@Injectable()
export class SettlePayment {
  constructor(
    private readonly database: DataSource,
    private readonly payments: PaymentsRepository,
    private readonly quotes: Quotes,
    private readonly terms: PaidTerms,
    private readonly ledger: Ledger,
    private readonly fulfilment: Fulfilment,
    private readonly reversals: Reversals,
    private readonly failedRefunds: FailedRefunds,
    private readonly moneyBack: MoneyBack,
  ) {}

  /**
   * Called by the webhook worker, the reconciler and callers that read the payment's status. Never moves a payment backwards. Throws, and changes
   * nothing, when a card was charged another amount than is due.
   */
  async execute(paymentId: string, sighting: Sighting, now: Date): Promise<void> {
    await inTransaction(this.database, async (manager) => {
      const payment = await this.payments.lock(manager, paymentId);
      if (!payment) throw unknownPayment();
      if (sighting.unopened && payment.reference !== null) return;
      if (isForeign(payment, sighting))
        throw new Error(`Payment ${payment.id}: ${sighting.paidCents} cents came, ${payment.amountCents} are due.`);
      const facts = await this.settle(manager, payment, sighting, now);
      if (payment.isFulfilled) facts.push(...(await this.reverse(manager, payment, sighting, now)));
      await this.payments.save(manager, payment);
      await announce(manager, ...facts);
    });
  }

  private async settle(
    manager: EntityManager,
    payment: Payment,
    sighting: Sighting,
    now: Date,
  ): Promise<Announcement[]> {
    const quote = await this.quotes.find(manager, payment.quoteId);
    if (!quote) throw new Error(`The quote of payment ${payment.id} is gone.`);
    const verdict = judge(payment, sighting, {
      isSellable: await this.terms.isSellable(manager, quote),
      walletCents: await this.ledger.balanceOf(manager, payment.accountId),
    });
    payment.note = verdict.note ?? payment.note;
    const facts = await this.follow(manager, payment, quote, verdict, now);
    await this.toWallet(manager, payment, verdict, now);
    return facts;
  }

  private async follow(
    manager: EntityManager,
    payment: Payment,
    quote: Quote,
    { becomes, reason, fromWalletCents }: Verdict,
    now: Date,
  ): Promise<Announcement[]> {
    const { id: paymentId, accountId: userId, method, amountCents, referralCode } = payment;
    const pending = EVENTS.paymentPending.of({ paymentId, userId, method, amountCents, referralCode }, now);
    switch (becomes) {
      case 'completed':
        return [await this.fulfilment.fulfil(manager, payment, quote, now, fromWalletCents)];
      case 'processing':
        payment.process();
        return [pending];
      case 'failed':
      case 'expired': {
        // Referrals learns of a payment and its referral code from payment-pending, and ignores the failure of a payment that was never pending. So
        // payment-pending is announced before a failure. Otherwise the code would count only for payments that billing had seen in processing.
        const unannounced = becomes === 'failed' && payment.isOpen ? [pending] : [];
        payment.end(becomes);
        return [...unannounced, EVENTS.paymentFailed.of({ paymentId, userId, method, reason: reason! }, now)];
      }
      case undefined:
        return [];
    }
  }

  private async toWallet(manager: EntityManager, payment: Payment, verdict: Verdict, now: Date): Promise<void> {
    const { toWalletCents: cents, kind } = verdict;
    if (cents === 0) return;
    payment.creditedCents += cents;
    const { id, accountId, creditedCents } = payment;
    await this.ledger.post(manager, cryptoToWalletPosting(id, accountId, kind, cents, creditedCents), now);
  }

  private async reverse(
    manager: EntityManager,
    payment: Payment,
    { refundedCents: totalCents, refunds, disputes = [] }: Sighting,
    now: Date,
  ): Promise<Announcement[]> {
    const { id, method, accountId, failedRefundCents } = payment;
    const to = method === 'wallet' ? { method, accountId } : { method };
    // The same total may be reached again after a failed refund.
    const refundId = `${id}:${totalCents}${failedRefundCents > 0 ? `:${failedRefundCents}` : ''}`;
    const facts = await this.reversals.refund(manager, payment, { refundId, totalCents, to }, now);
    if (refunds) facts.push(...(await this.failedRefunds.follow(manager, payment, refunds, now)));
    for (const dispute of disputes) facts.push(...(await this.reversals.dispute(manager, payment, dispute, now)));
    // Runs even without a new fact, because an older release may not have taken the value back.
    if (payment.wasReversed) await this.moneyBack.follow(manager, payment, now);
    return facts;
  }
}
