import type { PaymentMethod, PaymentStatus } from '../payments/payment.entity.js';
import type { Sighting } from '../payments/payment-provider.js';
import type { BoughtTerm } from './bought-term.js';
import { type ModelPrice, TermQueue } from './term-queue.js';

export const PLANS = ['basic', 'medium', 'enterprise'] as const;
/** Cents per month, when paid for 1, 3, 6 and 12 of them (PAY-2). */
const PRICES = [
  [900, 850, 800, 700],
  [2_900, 2_700, 2_500, 2_300],
  [9_900, 9_300, 8_800, 7_900],
];
export const DURATIONS = ['monthly', '3months', '6months', 'yearly'] as const;
const MONTHS = [1, 3, 6, 12];
const [MINUTE, DAY] = [60, 86_400];
const HALF_AN_HOUR = 30 * MINUTE;
const OPEN_CHECKOUTS = 5;

export interface ModelWish {
  plan: (typeof PLANS)[number];
  duration: (typeof DURATIONS)[number];
  method: PaymentMethod;
}
export interface ModelQuote extends ModelPrice {
  id: string;
  wish: ModelWish;
  createdAt: number;
}
export interface ModelPayment {
  id: string;
  quote: ModelQuote;
  method: PaymentMethod;
  status: PaymentStatus;
  amountCents: number;
  refundedCents: number;
  failedRefundCents: number;
  /** Whether one of our refunds failed. */
  hasFailedRefund: boolean;
  lostCents: number;
  creditedCents: number;
  reclaimedCents: number;
  disputes: Map<string, string>;
  orderedAt: number;
  extends: boolean;
  /** A wallet order ended its checkout, which is never shown again even where the provider cannot close it (PAY-37). */
  isEnded?: boolean;
  /** Present once the payment was fulfilled. */
  term?: BoughtTerm;
  completedAt?: number;
}
/** Balances with their usual sign. */
export type Books = Record<
  'psp:stripe' | 'psp:crypto' | 'revenue:subscription' | 'expense:referral' | 'expense:dispute' | 'wallet',
  number
>;
export const EMPTY: Books = {
  'psp:stripe': 0,
  'psp:crypto': 0,
  'revenue:subscription': 0,
  'expense:referral': 0,
  'expense:dispute': 0,
  wallet: 0,
};

/** Models the money of one account by the rules of docs/product.md alone: the effect of each step on its payments, terms, wallet and our ledger. */
export class MoneyModel {
  readonly payments = new Map<string, ModelPayment>();
  readonly books = { ...EMPTY };
  /** Types of the announced payment events. */
  readonly facts: string[] = [];
  readonly terms: TermQueue;
  cancelled = false;

  constructor(now: number) {
    this.terms = new TermQueue(now);
  }

  /** The price; a plan that is already held needs `extend` (PAY-13). */
  price({ plan, duration, method }: ModelWish, extend: boolean): ModelPrice | 'plan_active' {
    if (!extend && this.terms.holds(plan)) return 'plan_active';
    const [rank, period] = [PLANS.indexOf(plan), DURATIONS.indexOf(duration)];
    return this.terms.price(plan, rank, MONTHS[period], MONTHS[period] * PRICES[rank][period], method === 'stripe');
  }

  /** Orders; `byId`: with the quote's id. Returns the payment, which may already be open, and the open ones that it replaces (PAY-37). */
  order(quote: ModelQuote, newId: string, { extend, byId }: { extend: boolean; byId: boolean }) {
    const { method } = quote.wish;
    const refused = (refusal: string) => ({ refusal, paymentId: undefined, replaced: [] as string[] });
    // Oldest first; payments of one moment by their ids, as in the history (PAY-23).
    const all = [...this.payments.values()].sort((a, b) => a.orderedAt - b.orderedAt || (a.id < b.id ? -1 : 1));
    if (!byId && extend && method === 'wallet') {
      const newest = all.findLast((one) => this.isClicked(one, quote));
      if (newest) return { refusal: undefined, paymentId: newest.id, replaced: [] };
    }
    if (byId) {
      if (all.some((payment) => payment.quote === quote && payment.term)) return refused('quote_used');
      if (!this.stands(quote)) return refused('quote_expired');
      if (!extend && quote.kind !== 'extension' && this.terms.holds(quote.plan)) return refused('plan_active');
      if (!this.terms.holdsCredit(quote)) return refused('quote_expired');
    }
    const undecided = all.filter(({ status }) => status === 'pending' || status === 'processing');
    const shown = undecided.filter((one) => one.status === 'processing' || !one.isEnded);
    const alike = shown.filter((one) => one.quote === quote || (!byId && this.isSame(one, quote)));
    if (alike.some(({ status }) => status === 'processing')) return refused('payment_processing');
    const same = alike.at(0);
    const others = undecided.filter((one) => one.status === 'pending' && one !== same);
    const replaced = others.map(({ id }) => id);
    if (same) return { refusal: undefined, paymentId: same.id, replaced };

    const untouched = { refundedCents: 0, failedRefundCents: 0, hasFailedRefund: false, lostCents: 0 };
    const cents = { amountCents: quote.dueCents, ...untouched, creditedCents: 0, reclaimedCents: 0 };
    const ordered = { orderedAt: this.terms.now, extends: extend, status: 'pending' as const, disputes: new Map() };
    const payment: ModelPayment = { id: newId, quote, method, ...cents, ...ordered };
    if (method === 'wallet' || quote.dueCents === 0) {
      if (method === 'wallet' && quote.dueCents > Math.max(0, this.books.wallet))
        return refused('insufficient_wallet_balance');
      if (!this.fulfil(payment, 0)) return refused('quote_expired');
      for (const other of others) other.isEnded = true;
    } else if (others.filter((one) => !one.isEnded && this.stands(one.quote)).length >= OPEN_CHECKOUTS) {
      return refused('too_many_checkouts');
    }
    this.payments.set(newId, payment);
    return { refusal: undefined, paymentId: newId, replaced };
  }

  /** Applies what a provider reports about a payment (PAY-17 to PAY-19). */
  see(id: string, { state, paidCents, refundedCents, refunds, disputes = [] }: Sighting): void {
    const payment = this.payments.get(id)!;
    const excessCents = payment.method === 'crypto' ? Math.max(0, paidCents - payment.amountCents) : 0;
    if (payment.term) this.toWallet(payment, excessCents);
    else if (state === 'processing') this.become(payment, ['pending'], 'processing', 'payment-pending');
    else if (state === 'failed') this.fail(payment);
    else if (state !== 'open') this.decide(payment, paidCents, excessCents);
    if (payment.term) this.giveBack(payment, refundedCents, 'psp:stripe');
    if (payment.term && refunds) this.comeBack(payment, refunds);
    if (payment.term) for (const dispute of disputes) this.dispute(payment, dispute);
    if (payment.term) this.terms.follow(id, this.backOf(payment));
  }

  /** Refunds for an operator; 0 = the rest (PAY-22). Returns the reason of a refusal. */
  refund(id: string, askedCents: number): string | undefined {
    const payment = this.payments.get(id)!;
    if (payment.status === 'refunded') return 'refund_nothing_left';
    if (payment.status !== 'completed') return 'refund_not_completed';
    if (payment.quote.months !== 12) return 'refund_not_yearly';
    if (this.terms.now - payment.completedAt! > 30 * DAY && !payment.hasFailedRefund) return 'refund_too_late';
    const leftCents = payment.amountCents - payment.refundedCents;
    if (leftCents === 0) return 'refund_nothing_left';
    if (askedCents > leftCents) return 'refund_too_large';
    const from = payment.method === 'stripe' ? 'psp:stripe' : 'wallet';
    this.giveBack(payment, payment.refundedCents + (askedCents || leftCents), from);
    this.terms.follow(id, this.backOf(payment));
    return undefined;
  }

  /** Credits a commission; a negative amount is a reversal (PAY-26). */
  earn(cents: number): void {
    this.book({ 'expense:referral': cents, wallet: cents });
  }

  /** Returns the end of the plan; undefined without one (PAY-16). */
  cancel(): number | undefined {
    const end = this.terms.endOfPlan();
    if (end !== undefined) this.cancelled = true;
    return end;
  }

  /** Settles an ended checkout: enough money buys the plan, unless its earlier part was spent from the wallet; other money goes into the wallet. */
  private decide(payment: ModelPayment, paidCents: number, excessCents: number): void {
    const inWallet = payment.creditedCents - payment.reclaimedCents;
    const neededCents = Math.max(0, inWallet - excessCents);
    const canBuy = inWallet < payment.amountCents && (neededCents === 0 || this.books.wallet >= neededCents);
    if (paidCents >= payment.amountCents && canBuy) {
      this.fulfil(payment, neededCents);
      this.toWallet(payment, excessCents);
    } else {
      this.toWallet(payment, paidCents);
      this.become(payment, ['pending', 'processing'], 'expired', 'payment-failed');
    }
  }

  private fulfil(payment: ModelPayment, fromWalletCents: number): boolean {
    payment.term = this.terms.buy(payment.quote, payment.id);
    if (!payment.term) return false;
    const { method, amountCents } = payment;
    if (method === 'wallet') this.book({ wallet: -amountCents });
    else this.book({ [`psp:${method}`]: amountCents - fromWalletCents, wallet: -fromWalletCents });
    this.book({ 'revenue:subscription': amountCents });
    payment.reclaimedCents += fromWalletCents;
    payment.completedAt = this.terms.now;
    payment.status = 'completed';
    this.facts.push('payment-completed');
    this.cancelled = false;
    return true;
  }

  /** Brings the sum of the payment's money in the wallet to `cents`. */
  private toWallet(payment: ModelPayment, cents: number): void {
    const more = Math.max(0, cents - (payment.creditedCents - payment.reclaimedCents));
    payment.creditedCents += more;
    this.book({ 'psp:crypto': more, wallet: more });
  }

  private giveBack(payment: ModelPayment, totalCents: number, from: 'psp:stripe' | 'wallet'): void {
    const total = Math.min(totalCents, payment.amountCents);
    const cents = total - payment.refundedCents;
    if (cents <= 0) return;
    payment.refundedCents = total;
    this.book({ [from]: from === 'wallet' ? cents : -cents, 'revenue:subscription': -cents });
    this.facts.push('payment-refunded');
    if (total === payment.amountCents) payment.status = 'refunded';
  }

  /** Accepted refunds failed: their effect is undone (PAY-63). */
  private comeBack(payment: ModelPayment, { standingCents, failedIds }: NonNullable<Sighting['refunds']>): void {
    payment.hasFailedRefund ||= failedIds.length > 0;
    const cents = payment.refundedCents - standingCents;
    if (cents <= 0) return;
    payment.failedRefundCents += cents;
    payment.refundedCents = standingCents;
    this.book({ 'psp:stripe': cents, 'revenue:subscription': cents });
    this.facts.push('payment-refunded');
    this.goOn(payment);
  }

  /** Completes the payment again, unless something else ended it as well. */
  private goOn(payment: ModelPayment): void {
    if (this.backOf(payment) === payment.amountCents) return;
    payment.status = [...payment.disputes.values()].includes('open') ? 'disputed' : 'completed';
  }

  /** The part of a payment that is no longer ours; a lost dispute takes all of it (PAY-38). */
  backOf({ disputes, amountCents, refundedCents }: ModelPayment): number {
    return [...disputes.values()].includes('lost') ? amountCents : refundedCents;
  }

  /** An open dispute takes nothing. A lost one counts as a full refund; a won one, also on appeal, as if it had not existed (PAY-38). */
  private dispute(payment: ModelPayment, { id, state, amountCents }: NonNullable<Sighting['disputes']>[number]): void {
    if (!payment.disputes.has(id)) {
      payment.disputes.set(id, 'open');
      if (payment.status === 'completed') payment.status = 'disputed';
      this.book({ 'expense:dispute': amountCents, 'psp:stripe': -amountCents });
      this.facts.push('payment-disputed');
    }
    const before = payment.disputes.get(id);
    if (state === 'open' || before === state || before === 'won') return;
    payment.disputes.set(id, state);
    this.facts.push('payment-disputed');
    if (before === 'lost') {
      this.book({ 'psp:stripe': amountCents, 'revenue:subscription': amountCents });
      payment.lostCents -= amountCents;
      return this.goOn(payment);
    }
    if (state === 'lost') {
      this.book({ 'expense:dispute': -amountCents, 'revenue:subscription': -amountCents });
      payment.lostCents += amountCents;
      payment.status = 'refunded';
      return;
    }
    this.book({ 'expense:dispute': -amountCents, 'psp:stripe': amountCents });
    const isOpen = [...payment.disputes.values()].includes('open');
    if (payment.status === 'disputed' && !isOpen) payment.status = 'completed';
  }

  /** Only a pending payment fails, so pending is announced first. */
  private fail(payment: ModelPayment): void {
    this.become(payment, ['pending'], 'processing', 'payment-pending');
    this.become(payment, ['processing'], 'failed', 'payment-failed');
  }

  private become(payment: ModelPayment, from: PaymentStatus[], status: PaymentStatus, fact: string): void {
    if (!from.includes(payment.status)) return;
    payment.status = status;
    this.facts.push(fact);
  }

  /** Whether this is a second click on Extend within a minute (PAY-64). */
  private isClicked(payment: ModelPayment, { plan, months }: ModelQuote): boolean {
    const isAlike = payment.quote.plan === plan && payment.quote.months === months && payment.method === 'wallet';
    const isFresh = payment.orderedAt > this.terms.now - MINUTE;
    return isAlike && isFresh && payment.extends && payment.status === 'completed';
  }

  private isSame(payment: ModelPayment, quote: ModelQuote): boolean {
    const fields = ['plan', 'months', 'kind', 'totalCents', 'creditOf'] as const;
    const isAlike = fields.every((field) => payment.quote[field] === quote[field]);
    const isSought = isAlike && payment.method === quote.wish.method;
    const isValid = this.stands(payment.quote) && this.terms.holdsCredit(payment.quote);
    return isSought && (payment.status === 'processing' || isValid);
  }

  /** Whether a price and its checkout are still valid: half an hour (PAY-14). */
  private stands({ createdAt }: ModelQuote): boolean {
    return this.terms.now < createdAt + HALF_AN_HOUR;
  }

  private book(changes: Partial<Books>): void {
    for (const [account, cents] of Object.entries(changes)) this.books[account as keyof Books] += cents;
  }
}
