import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How a payment is paid: by card through Stripe, in crypto through BTCPay, or from the account's wallet. */
export type PaymentMethod = 'stripe' | 'crypto' | 'wallet';

/** As in billing.v1.Payment: created = no checkout yet, pending = waiting for the payer, processing = paid but not final. */
export type PaymentStatus =
  | 'created'
  | 'pending'
  | 'processing'
  | 'completed'
  | 'failed'
  | 'expired'
  | 'refunded'
  | 'disputed';

/** The states of a dispute of the payer's bank. A lost dispute may still be won on appeal. */
export type DisputeState = 'open' | 'won' | 'lost';

/**
 * The allowed changes of status, never backwards: a provider's reports arrive late, twice and in any order (PAY-18). Late money completes a failed or
 * expired payment. A won dispute leaves the payment completed, also one won on appeal, and so does a failed refund.
 */
const MOVES: Record<PaymentStatus, PaymentStatus[]> = {
  created: ['pending', 'processing', 'completed', 'failed', 'expired'],
  pending: ['processing', 'completed', 'failed', 'expired'],
  processing: ['completed', 'failed', 'expired'],
  completed: ['refunded', 'disputed'],
  failed: ['completed'],
  expired: ['completed'],
  disputed: ['completed', 'refunded'],
  refunded: ['completed', 'disputed'],
};

const cents = { type: 'bigint', transformer: { to: (value: number) => value, from: Number } } as const;

/** One attempt to buy a term, frozen as quoted. Its row is locked before its status changes. Amounts are US cents. */
@Entity('payments')
export class Payment {
  @PrimaryColumn({ type: 'uuid' })
  id: string;

  @Column({ name: 'account_id', type: 'text' })
  accountId: string;

  @Column({ name: 'quote_id', type: 'uuid' })
  quoteId: string;

  @Column({ type: 'text' })
  method: PaymentMethod;

  @Column({ type: 'text' })
  status: PaymentStatus;

  @Column({ type: 'text' })
  plan: string;

  /** monthly, 3months, 6months or yearly */
  @Column({ type: 'text' })
  duration: string;

  @Column({ type: 'int' })
  months: number;

  /** The price of the term before credit. */
  @Column({ name: 'total_cents', ...cents })
  totalCents: number;

  /** The credit for unused time. */
  @Column({ name: 'credit_cents', ...cents })
  creditCents: number;

  /** The amount due: the base of the commission. */
  @Column({ name: 'amount_cents', ...cents })
  amountCents: number;

  @Column({ name: 'refunded_cents', ...cents })
  refundedCents: number;

  /** Sum of refunds that failed after they were booked. Only grows: it is part of the transfers' keys. */
  @Column({ name: 'failed_refund_cents', ...cents })
  failedRefundCents: number;

  /** Sum that the bank took in lost disputes. */
  @Column({ name: 'lost_cents', ...cents })
  lostCents: number;

  /** Sum of crypto that bought nothing and was put into the wallet. Only grows: it is part of the transfers' keys. */
  @Column({ name: 'credited_cents', ...cents })
  creditedCents: number;

  /** The part of that sum that was taken out of the wallet again when the rest of the money arrived. */
  @Column({ name: 'reclaimed_cents', ...cents })
  reclaimedCents: number;

  /** Every known dispute, with its latest state. */
  @Column({ type: 'jsonb' })
  disputes: Record<string, DisputeState>;

  /** The referral code of the checkout; empty without one. */
  @Column({ name: 'referral_code', type: 'text' })
  referralCode: string;

  /** Whether the order asked to extend a running plan. */
  @Column({ type: 'boolean' })
  extend: boolean;

  /** The provider's id of the checkout. */
  @Column({ type: 'text', nullable: true })
  reference: string | null;

  @Column({ type: 'text', nullable: true })
  url: string | null;

  /** The number of the payment's checkout: part of the key under which a provider opens it once. */
  @Column({ type: 'int' })
  attempt: number;

  @Column({ name: 'created_at', type: 'timestamptz' })
  createdAt: Date;

  /** End of the checkout and of the price. */
  @Column({ name: 'expires_at', type: 'timestamptz' })
  expiresAt: Date;

  @Column({ name: 'completed_at', type: 'timestamptz', nullable: true })
  completedAt: Date | null;

  /** The term that it bought. */
  @Column({ name: 'term_id', type: 'uuid', nullable: true })
  termId: string | null;

  @Column({ name: 'receipt_number', type: 'text', nullable: true })
  receiptNumber: string | null;

  /** A note for people; empty without one. */
  @Column({ type: 'text' })
  note: string;

  /** Whether the payer may still pay. */
  get isOpen(): boolean {
    return this.status === 'created' || this.status === 'pending';
  }

  /** Whether it was fulfilled, in any later state. */
  get isFulfilled(): boolean {
    return this.completedAt !== null;
  }

  /** The part of the payment that is no longer ours: its refunds, or all of it after a lost dispute (PAY-38). An open dispute takes nothing. */
  get takenBackCents(): number {
    return Object.values(this.disputes).includes('lost') ? this.amountCents : this.refundedCents;
  }

  /** Whether any of its money went back or is disputed. */
  get wasReversed(): boolean {
    return this.refundedCents > 0 || this.failedRefundCents > 0 || Object.keys(this.disputes).length > 0;
  }

  /** Stores the checkout that the provider opened. */
  open(checkout: { reference: string; url: string; expiresAt: Date }): void {
    this.move('pending');
    this.reference = checkout.reference;
    this.url = checkout.url;
    this.expiresAt = checkout.expiresAt;
  }

  /** Marks it as paid but not final. */
  process(): void {
    this.move('processing');
  }

  complete(now: Date, termId: string, receiptNumber: string): void {
    if (this.isFulfilled) throw new Error('A payment is fulfilled once.');
    this.move('completed');
    this.completedAt = now;
    this.termId = termId;
    this.receiptNumber = receiptNumber;
  }

  /** Ends it without the amount due. */
  end(status: 'failed' | 'expired'): void {
    this.move(status);
  }

  /** `totalCents`: the sum of all refunds so far. A refund of everything ends the payment. */
  refund(totalCents: number): void {
    if (!this.isFulfilled) throw new Error('Only a completed payment can be refunded.');
    if (totalCents <= this.refundedCents || totalCents > this.amountCents)
      throw new Error('The refunded total must grow and must not exceed the paid amount.');
    this.refundedCents = totalCents;
    if (totalCents === this.amountCents && this.status !== 'refunded') this.move('refunded');
  }

  /** Some refunds failed: only `totalCents` of all refunds remain valid. */
  refundsFailed(totalCents: number): void {
    if (!(totalCents >= 0 && totalCents < this.refundedCents))
      throw new Error('Failed refunds must lower the refunded total.');
    this.failedRefundCents += this.refundedCents - totalCents;
    this.refundedCents = totalCents;
    this.restoreStatus();
  }

  /** The payer's bank disputes the payment. Earlier refunds remain. */
  dispute(disputeId: string): void {
    if (!this.isFulfilled || this.disputes[disputeId] !== undefined)
      throw new Error('Only a fulfilled payment can be disputed, and each dispute begins once.');
    this.disputes = { ...this.disputes, [disputeId]: 'open' };
    if (this.status === 'completed') this.move('disputed');
  }

  /** A lost dispute of any amount counts as a full refund; it may still be won on appeal. */
  closeDispute(disputeId: string, state: 'won' | 'lost', amountCents: number): void {
    const before = this.disputes[disputeId];
    const isAppeal = before === 'lost' && state === 'won';
    if (before !== 'open' && !isAppeal)
      throw new Error('Only an open dispute can be closed, or a lost one won on appeal.');
    this.disputes = { ...this.disputes, [disputeId]: state };
    if (isAppeal) {
      this.lostCents -= amountCents;
      this.restoreStatus();
    } else if (state === 'lost') {
      this.lostCents += amountCents;
      if (this.status !== 'refunded') this.move('refunded');
    } else if (this.status === 'disputed' && !Object.values(this.disputes).includes('open')) {
      this.move('completed');
    }
  }

  /** Continues an ended payment after a failed refund or an appeal: it is completed again, unless another refund or dispute also ended it. */
  private restoreStatus(): void {
    const states = Object.values(this.disputes);
    if (this.takenBackCents === this.amountCents) return;
    const next = states.includes('open') ? 'disputed' : 'completed';
    if (this.status !== next) this.move(next);
  }

  private move(to: PaymentStatus): void {
    if (!MOVES[this.status].includes(to)) throw new Error(`A payment that is ${this.status} does not become ${to}.`);
    this.status = to;
  }
}
