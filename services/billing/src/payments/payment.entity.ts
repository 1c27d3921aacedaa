import { Column, Entity, PrimaryColumn } from 'typeorm';

export type PaymentMethod = 'stripe' | 'crypto' | 'wallet';

/** As in billing.v1.Payment: created = no checkout yet, pending = it waits for the payer, processing = paid and not final. */
export type PaymentStatus =
  'created' | 'pending' | 'processing' | 'completed' | 'failed' | 'expired' | 'refunded' | 'disputed';

export type DisputeState = 'open' | 'won' | 'lost';

/**
 * Where a payment may go, and never back: a provider's facts come late, twice and in any order (PAY-18). Late money completes what had failed
 * or expired; a dispute that is won leaves the payment completed, also one that is won on appeal, and so does a refund that failed.
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

/** One try to buy a term, frozen as it was quoted. Its row is locked before its status changes. Amounts are US cents. */
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

  /** Of the term before credit. */
  @Column({ name: 'total_cents', ...cents })
  totalCents: number;

  /** What unused time was counted for. */
  @Column({ name: 'credit_cents', ...cents })
  creditCents: number;

  /** What is to be paid: the base of the commission. */
  @Column({ name: 'amount_cents', ...cents })
  amountCents: number;

  @Column({ name: 'refunded_cents', ...cents })
  refundedCents: number;

  /** Of refunds that came back behind their booking, so far. Only grows: it is part of the transfers' keys. */
  @Column({ name: 'failed_refund_cents', ...cents })
  failedRefundCents: number;

  /** Taken by the bank in disputes that were lost. */
  @Column({ name: 'lost_cents', ...cents })
  lostCents: number;

  /** Of crypto that bought nothing, put into the wallet so far. Only grows: it is part of the transfers' keys. */
  @Column({ name: 'credited_cents', ...cents })
  creditedCents: number;

  /** Of that, taken out of the wallet again when the rest of the money came. */
  @Column({ name: 'reclaimed_cents', ...cents })
  reclaimedCents: number;

  /** Every dispute that was heard of, with the last that is known of it. */
  @Column({ type: 'jsonb' })
  disputes: Record<string, DisputeState>;

  /** As given at checkout; empty without one. */
  @Column({ name: 'referral_code', type: 'text' })
  referralCode: string;

  /** Whether the order asked to extend a plan that is held. */
  @Column({ type: 'boolean' })
  extend: boolean;

  /** The provider's id of the checkout. */
  @Column({ type: 'text', nullable: true })
  reference: string | null;

  @Column({ type: 'text', nullable: true })
  url: string | null;

  /** Which checkout of this payment it is: part of the key under which a provider opens it once. */
  @Column({ type: 'int' })
  attempt: number;

  @Column({ name: 'created_at', type: 'timestamptz' })
  createdAt: Date;

  /** Of the checkout, and of the price. */
  @Column({ name: 'expires_at', type: 'timestamptz' })
  expiresAt: Date;

  @Column({ name: 'completed_at', type: 'timestamptz', nullable: true })
  completedAt: Date | null;

  /** The term it bought. */
  @Column({ name: 'term_id', type: 'uuid', nullable: true })
  termId: string | null;

  @Column({ name: 'receipt_number', type: 'text', nullable: true })
  receiptNumber: string | null;

  /** What a person should know of it; empty without. */
  @Column({ type: 'text' })
  note: string;

  /** True while the payer may still pay. */
  get isOpen(): boolean {
    return this.status === 'created' || this.status === 'pending';
  }

  /** True once it was fulfilled, whatever became of it later. */
  get isFulfilled(): boolean {
    return this.completedAt !== null;
  }

  /** The part of the payment that is no longer ours: its refunds, or all of it after a lost dispute (PAY-38). An open dispute takes nothing. */
  get takenBackCents(): number {
    return Object.values(this.disputes).includes('lost') ? this.amountCents : this.refundedCents;
  }

  /** Whether any money of it ever went back, or is being reclaimed. */
  get wasReversed(): boolean {
    return this.refundedCents > 0 || this.failedRefundCents > 0 || Object.keys(this.disputes).length > 0;
  }

  /** The provider has a checkout for it now. */
  open(checkout: { reference: string; url: string; expiresAt: Date }): void {
    this.move('pending');
    this.reference = checkout.reference;
    this.url = checkout.url;
    this.expiresAt = checkout.expiresAt;
  }

  /** Paid, and not final yet. */
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

  /** It ended without the money that was due. */
  end(status: 'failed' | 'expired'): void {
    this.move(status);
  }

  /** `totalCents`: the sum of all refunds so far. A refund of everything ends the payment. */
  refund(totalCents: number): void {
    if (!this.isFulfilled) throw new Error('Only a completed payment can be refunded.');
    if (totalCents <= this.refundedCents || totalCents > this.amountCents)
      throw new Error('Refunds only grow, up to what was paid.');
    this.refundedCents = totalCents;
    if (totalCents === this.amountCents && this.status !== 'refunded') this.move('refunded');
  }

  /** Some refunds failed: only `totalCents` of all refunds still stand. */
  refundsFailed(totalCents: number): void {
    if (!(totalCents >= 0 && totalCents < this.refundedCents)) throw new Error('Refunds that fail leave less.');
    this.failedRefundCents += this.refundedCents - totalCents;
    this.refundedCents = totalCents;
    this.goOn();
  }

  /** The payer's bank asks the money back. What was refunded before stays so. */
  dispute(disputeId: string): void {
    if (!this.isFulfilled || this.disputes[disputeId] !== undefined) throw new Error('A dispute begins once.');
    this.disputes = { ...this.disputes, [disputeId]: 'open' };
    if (this.status === 'completed') this.move('disputed');
  }

  /** A lost dispute counts as a full refund, whatever its amount; it may still be won on appeal. */
  closeDispute(disputeId: string, state: 'won' | 'lost', amountCents: number): void {
    const before = this.disputes[disputeId];
    const isAppeal = before === 'lost' && state === 'won';
    if (before !== 'open' && !isAppeal) throw new Error('Only an open dispute can be closed, and a lost one won.');
    this.disputes = { ...this.disputes, [disputeId]: state };
    if (isAppeal) {
      this.lostCents -= amountCents;
      this.goOn();
    } else if (state === 'lost') {
      this.lostCents += amountCents;
      if (this.status !== 'refunded') this.move('refunded');
    } else if (this.status === 'disputed' && !Object.values(this.disputes).includes('open')) {
      this.move('completed');
    }
  }

  /** What had ended it is undone: it goes on, unless something else ended it as well. */
  private goOn(): void {
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
