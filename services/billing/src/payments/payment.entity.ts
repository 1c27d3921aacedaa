import { Column, Entity, PrimaryColumn } from 'typeorm';

export type PaymentMethod = 'stripe' | 'crypto' | 'wallet';

/** As in billing.v1.Payment: created = no checkout yet, pending = it waits for the payer, processing = paid and not final. */
export type PaymentStatus =
  'created' | 'pending' | 'processing' | 'completed' | 'failed' | 'expired' | 'refunded' | 'disputed';

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

  /** Of crypto that bought nothing, put into the wallet so far. */
  @Column({ name: 'credited_cents', ...cents })
  creditedCents: number;

  /** As given at checkout; empty without one. */
  @Column({ name: 'referral_code', type: 'text' })
  referralCode: string;

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
}
