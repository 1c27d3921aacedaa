import { Injectable } from '@nestjs/common';
import { announce } from '@precis/events/outbox/outbox';
import { Clock } from '@precis/runtime/clock';
import { inTransaction } from '@precis/runtime/database';
import { randomUUIDv7 } from 'node:crypto';
import { DataSource, type EntityManager } from 'typeorm';
import type { Quote } from '../quotes/quote.entity.js';
import { Quotes } from '../quotes/quotes.provider.js';
import { Checkouts } from './checkouts.provider.js';
import { Fulfilment } from './fulfilment.provider.js';
import { Payment } from './payment.entity.js';
import { PaymentMethods } from './payment-methods.provider.js';
import { KeyedOrders, type Order } from './keyed-orders.provider.js';
import { paymentProcessing, tooManyCheckouts } from './payments.errors.js';
import { PaymentsRepository } from './payments.repository.js';
import { ReplacedCheckouts } from './replaced-checkouts.provider.js';

/** `url` is empty when nothing is left to pay: the term has begun. */
export interface Placed {
  paymentId: string;
  url: string;
  message: string;
  /** Whether an earlier order with the same Idempotency-Key made this payment. */
  replayed?: boolean;
}

/** A payment, committed before any provider is called, and the account's other checkouts, which it replaces. */
interface Prepared {
  payment: Payment;
  others: Payment[];
  replayed?: boolean;
}

/** Within this time, the same order to extend from the wallet, without a quote, is treated as a second click (PAY-64). */
const SECOND_CLICK_MS = 60_000;

/** Most open checkouts of one account. There is more than one only when a provider cannot close them. */
const OPEN_CHECKOUTS = 5;

/**
 * Opens a checkout, or pays from the wallet (PAY-11). One checkout per account is open, and a repeat returns it again (PAY-37). When nothing is due,
 * no provider is called (PAY-35). After kill -9 between commit and answer, the same order continues the payment; a fulfilled one needs no repeat.
 */
@Injectable()
export class CreatePayment {
  constructor(
    private readonly database: DataSource,
    private readonly clock: Clock,
    private readonly payments: PaymentsRepository,
    private readonly quotes: Quotes,
    private readonly methods: PaymentMethods,
    private readonly fulfilment: Fulfilment,
    private readonly checkouts: Checkouts,
    private readonly replaced: ReplacedCheckouts,
    private readonly keyed: KeyedOrders,
  ) {}

  /**
   * Returns the payment and where to pay it. Throws methodNotOffered, paymentProcessing, tooManyCheckouts, insufficientFunds, and what Quotes.take
   * and Quotes.offer throw. With an Idempotency-Key, also throws orderKeyReused, orderKeyInUse and checkoutEnded. Throws paymentUnavailable and
   * checkoutReplaced after the payment is stored; then a repeat of the order continues it.
   */
  async execute(order: Order): Promise<Placed> {
    this.methods.refuseUnknown(order.method);
    const now = this.clock.now();
    const { payment, others, replayed } = await inTransaction(this.database, async (manager) => {
      const earlier = await this.keyed.earlier(manager, order, now);
      if (earlier) {
        // The first attempt may have ended before it closed them.
        const others = earlier.isOpen && earlier.expiresAt > now ? await this.openBeside(manager, earlier) : [];
        return { payment: earlier, others, replayed: true };
      }
      const prepared = await this.prepare(manager, order, now);
      await this.keyed.bind(manager, order, prepared.payment, now);
      return prepared;
    });
    const closing = this.checkouts.closeAll(others, now);
    try {
      const url = payment.isFulfilled ? '' : await this.checkouts.open(payment);
      return { paymentId: payment.id, url, message: messageOf(payment), ...(replayed && { replayed }) };
    } finally {
      await this.keyed.answered(this.database.manager, order, this.clock.now());
      await closing;
    }
  }

  private async prepare(manager: EntityManager, order: Order, now: Date): Promise<Prepared> {
    // Both calls lock the account, so that its orders are prepared one after the other.
    const quote = order.quoteId
      ? await this.quotes.take(manager, order.quoteId, order, now)
      : await this.quotes.offer(manager, order, now);
    const clicked = await this.clickedBefore(manager, order, now);
    if (clicked) return { payment: clicked, others: [] };
    const undecided = await this.payments.undecidedOf(manager, order.accountId);
    const same = await this.sameOf(manager, undecided, order, quote, now);
    if (same?.status === 'processing') throw paymentProcessing();
    const others = undecided.filter((payment) => payment.isOpen && payment.id !== same?.id);
    if (same) return { payment: await this.resume(manager, same, order), others };

    const payment = paymentFor(order, quote, now);
    await this.quotes.keep(manager, quote, now);
    await this.payments.insert(manager, payment);
    if (payment.method === 'wallet' || payment.amountCents === 0) {
      const ended = await this.replaced.end(manager, others, now);
      const completed = await this.fulfilment.fulfil(manager, payment, quote, now);
      await this.payments.save(manager, payment);
      await announce(manager, ...ended, completed);
    } else if (others.filter(({ expiresAt }) => expiresAt > now).length >= OPEN_CHECKOUTS) {
      throw tooManyCheckouts();
    }
    return { payment, others };
  }

  /**
   * Finds the payment of a first click. A wallet is charged without a further step by its owner, and an extended plan stays active, so only time
   * tells a second click from another extension. A customer who wants two extensions takes a quote for each.
   */
  private async clickedBefore(manager: EntityManager, order: Order, now: Date): Promise<Payment | null> {
    if (order.quoteId || !order.extend || order.method !== 'wallet') return null;
    return this.payments.extendedSince(manager, order, new Date(now.getTime() - SECOND_CLICK_MS));
  }

  private async openBeside(manager: EntityManager, payment: Payment): Promise<Payment[]> {
    const undecided = await this.payments.undecidedOf(manager, payment.accountId);
    return undecided.filter(({ id, isOpen }) => isOpen && id !== payment.id);
  }

  /** Adds a referral code that was typed only now. */
  private async resume(manager: EntityManager, payment: Payment, { referralCode }: Order): Promise<Payment> {
    if (referralCode !== '' && referralCode !== payment.referralCode) {
      payment.referralCode = referralCode;
      await this.payments.save(manager, payment);
    }
    return payment;
  }

  /**
   * Finds an undecided payment that this order repeats: a payment of the same quote, or of an equal offer. An equal offer counts in two cases: its
   * payment is being confirmed, or the order has no quote id and the offer is still valid with all of its credit (PAY-68). Payments that are being
   * confirmed are tried first, then open ones, the oldest first (PAY-37). The caller has left out payments whose checkout was closed.
   */
  private async sameOf(manager: EntityManager, undecided: Payment[], order: Order, quote: Quote, now: Date) {
    const confirming = undecided.filter(({ status }) => status === 'processing');
    for (const payment of new Set([...confirming, ...undecided])) {
      const isProcessing = confirming.includes(payment);
      if (!isProcessing && payment.expiresAt <= now) continue;
      if (payment.quoteId === quote.id) return payment;
      if (order.quoteId && !isProcessing) continue;
      const earlier = await this.quotes.find(manager, payment.quoteId);
      if (!earlier || !isSameOffer(earlier, quote)) continue;
      if (isProcessing || (earlier.expiresAt > now && (await this.quotes.holdsCredit(manager, earlier))))
        return payment;
    }
    return undefined;
  }
}

function isSameOffer(a: Quote, b: Quote): boolean {
  const fields = ['plan', 'duration', 'method', 'kind', 'totalCents', 'creditedTermId'] as const;
  return fields.every((field) => a[field] === b[field]);
}

function paymentFor(order: Order, quote: Quote, now: Date): Payment {
  const {
    id: quoteId,
    accountId,
    method,
    plan,
    duration,
    months,
    totalCents,
    creditCents,
    dueCents,
    expiresAt,
  } = quote;
  const frozen = { accountId, quoteId, method, plan, duration, months, totalCents, creditCents, expiresAt };
  const untouched = {
    refundedCents: 0,
    failedRefundCents: 0,
    lostCents: 0,
    creditedCents: 0,
    reclaimedCents: 0,
    disputes: {},
    note: '',
  };
  const unopened = { reference: null, url: null, attempt: 1, completedAt: null, termId: null, receiptNumber: null };
  return Object.assign(new Payment(), frozen, untouched, unopened, {
    id: randomUUIDv7(),
    status: 'created' as const,
    amountCents: dueCents,
    referralCode: order.referralCode,
    extend: order.extend,
    createdAt: now,
  });
}

function messageOf({ isFulfilled, method, amountCents }: Payment): string {
  if (!isFulfilled) return '';
  return method === 'wallet' || amountCents > 0
    ? 'Payment successful!'
    : 'Nothing was left to pay: your plan is active.';
}
