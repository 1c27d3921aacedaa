import { Injectable } from '@nestjs/common';
import { EVENTS } from '@precis/events/catalogue/events';
import type { Announcement } from '@precis/events/catalogue/event-type';
import type { EntityManager } from 'typeorm';
import { Ledger } from '../ledger/ledger.provider.js';
import { completedCryptoPosting, paymentPosting, type Transfer } from '../ledger/postings.rule.js';
import type { Quote } from '../quotes/quote.entity.js';
import { PaidTerms } from '../subscriptions/paid-terms.provider.js';
import type { Term } from '../subscriptions/term.entity.js';
import type { Payment } from './payment.entity.js';
import { PaymentsRepository } from './payments.repository.js';
import { receiptNumber } from './receipt-number.rule.js';

/** Delivers what a payment buys, for every method: the term, the revenue, a receipt (PAY-17). */
@Injectable()
export class Fulfilment {
  constructor(
    private readonly payments: PaymentsRepository,
    private readonly terms: PaidTerms,
    private readonly ledger: Ledger,
  ) {}

  /**
   * Completes a locked payment that the caller saves, and returns the event to announce. `fromWalletCents`: the part of a crypto payment's price that
   * waits in the wallet. Throws insufficientFunds.
   */
  async fulfil(
    manager: EntityManager,
    payment: Payment,
    quote: Quote,
    now: Date,
    fromWalletCents = 0,
  ): Promise<Announcement> {
    // Must come before any announcement: after one, a transaction waits at most a second for a lock, and all payments share the ledger's rows.
    if (payment.amountCents > 0) await this.ledger.post(manager, postingOf(payment, fromWalletCents), now);
    const term = await this.terms.place(manager, quote, { id: payment.id, paidCents: payment.amountCents }, now);
    payment.reclaimedCents += fromWalletCents;
    const year = now.getUTCFullYear();
    const number = await this.payments.nextReceipt(manager, year);
    payment.complete(now, term.id, receiptNumber(year, number));
    return EVENTS.paymentCompleted.of(paymentCompleted(payment, term), now);
  }
}

function postingOf(payment: Payment, fromWalletCents: number): Transfer {
  const { id, accountId, method, amountCents } = payment;
  if (fromWalletCents > 0) return completedCryptoPosting(id, accountId, amountCents, fromWalletCents);
  return paymentPosting(id, method === 'wallet' ? { method, accountId } : { method }, amountCents);
}

function paymentCompleted(payment: Payment, term: Term) {
  const { id, accountId, method, plan, months, totalCents, amountCents, referralCode, receiptNumber } = payment;
  return {
    paymentId: id,
    userId: accountId,
    method,
    plan,
    months,
    totalCents,
    amountCents,
    referralCode,
    startsAtSeconds: seconds(term.startsAt),
    endsAtSeconds: seconds(term.endsAt),
    receiptNumber: receiptNumber!,
    completedAtSeconds: seconds(payment.completedAt!),
  };
}

function seconds(at: Date): number {
  return Math.floor(at.getTime() / 1_000);
}
