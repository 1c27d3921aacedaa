import { Injectable } from '@nestjs/common';
import { isUuid } from '@precis/runtime/uuid';
import { DataSource } from 'typeorm';
import type { QuoteLine } from '../quotes/quote.entity.js';
import { Quotes } from '../quotes/quotes.provider.js';
import type { Term } from '../subscriptions/term.entity.js';
import { type UsageHead, UsageHeadsRepository } from '../usage-heads/usage-heads.repository.js';
import type { Payment } from './payment.entity.js';
import { unknownReceipt } from './payments.errors.js';
import { PaymentsRepository } from './payments.repository.js';

/** The seller as receipts show it: name, address, tax id, a line each. */
export class Seller {
  constructor(readonly lines: string[]) {}
}

export interface Receipt {
  payment: Payment;
  term: Term;
  /** The lines add up to the paid amount. */
  lines: QuoteLine[];
  seller: string[];
  /** The head of the last month that was closed before the receipt was issued (STAT-4). */
  usage: UsageHead | null;
}

/** Returns the numbered receipt of a completed payment, with the refunds since (PAY-36). */
@Injectable()
export class GetReceipt {
  constructor(
    private readonly database: DataSource,
    private readonly payments: PaymentsRepository,
    private readonly quotes: Quotes,
    private readonly seller: Seller,
    private readonly heads: UsageHeadsRepository,
  ) {}

  /** Throws unknownReceipt, also for a payment of another account. */
  async execute(accountId: string, paymentId: string): Promise<Receipt> {
    const { manager } = this.database;
    const payment = isUuid(paymentId) ? await this.payments.findOwn(manager, accountId, { id: paymentId }) : null;
    if (!payment?.isFulfilled) throw unknownReceipt();
    const quote = await this.quotes.find(manager, payment.quoteId);
    const term = (await this.payments.termsOf(manager, [payment])).get(payment.termId!);
    if (!quote || !term) throw new Error(`The quote or the term of payment ${payment.id} is gone.`);
    const usage = await this.heads.latestAt(manager, accountId, payment.completedAt!);
    return { payment, term, lines: quote.lines, seller: this.seller.lines, usage };
  }
}
