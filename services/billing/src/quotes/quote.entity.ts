import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { PaymentMethod } from '../payments/payment.entity.js';

/** The relation of the bought term to the terms that the account holds (PAY-6, PAY-7); quote.rule.ts decides it. */
export type QuoteKind = 'new' | 'renewal' | 'extension' | 'upgrade' | 'downgrade';

/** A line of a quote and of its receipt: the plan's price, a credit (negative cents), or time that the rest of a credit adds (0 cents). */
export interface QuoteLine {
  kind: 'plan' | 'credit' | 'prolongation';
  label: string;
  amountCents: number;
}

const cents = { type: 'bigint', transformer: { to: (value: number) => value, from: Number } } as const;

/** A price of a term, frozen for 30 minutes (PAY-14). Amounts are US cents. */
@Entity('quotes')
export class Quote {
  @PrimaryColumn({ type: 'uuid' })
  id: string;

  @Column({ name: 'account_id', type: 'text' })
  accountId: string;

  @Column({ type: 'text' })
  plan: string;

  @Column({ type: 'text' })
  duration: string;

  @Column({ type: 'int' })
  months: number;

  /** The quota of the term. */
  @Column({ name: 'videos_per_month', type: 'int' })
  videosPerMonth: number;

  @Column({ name: 'catalogue_version', type: 'int' })
  catalogueVersion: number;

  @Column({ type: 'text' })
  method: PaymentMethod;

  @Column({ type: 'text' })
  kind: QuoteKind;

  @Column({ type: 'jsonb' })
  lines: QuoteLine[];

  @Column({ name: 'total_cents', ...cents })
  totalCents: number;

  /** All unused value that the payment takes, also when it exceeds the total (PAY-15). */
  @Column({ name: 'credit_cents', ...cents })
  creditCents: number;

  @Column({ name: 'due_cents', ...cents })
  dueCents: number;

  /** The term whose unused value is the credit; null without credit. */
  @Column({ name: 'credited_term_id', type: 'uuid', nullable: true })
  creditedTermId: string | null;

  /** Seconds by which credit beyond the total prolongs the term. */
  @Column({ name: 'prolongation_seconds', type: 'int' })
  prolongationSeconds: number;

  @Column({ name: 'starts_at', type: 'timestamptz' })
  startsAt: Date;

  @Column({ name: 'ends_at', type: 'timestamptz' })
  endsAt: Date;

  @Column({ name: 'created_at', type: 'timestamptz' })
  createdAt: Date;

  @Column({ name: 'expires_at', type: 'timestamptz' })
  expiresAt: Date;

  /** When a checkout first used it: it is kept from then on, because the payment is settled by it. */
  @Column({ name: 'taken_at', type: 'timestamptz', nullable: true })
  takenAt: Date | null;
}
