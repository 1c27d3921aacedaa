import { Column, Entity, PrimaryColumn } from 'typeorm';

const cents = { type: 'bigint', transformer: { to: (value: number) => value, from: Number } } as const;

/** The part of a term's value that came from one payment, directly or through credits, and what was taken back of it (PAY-33, PAY-68). US cents. */
@Entity('term_sources')
export class TermSource {
  @PrimaryColumn({ name: 'term_id', type: 'uuid' })
  termId: string;

  @PrimaryColumn({ name: 'payment_id', type: 'uuid' })
  paymentId: string;

  /** Its part of the term's value at the last valuation. */
  @Column(cents)
  cents: number;

  /** Cents that were taken back with the payment and not given again. */
  @Column({ name: 'taken_cents', ...cents })
  takenCents: number;

  /** Seconds that the term lost with them. */
  @Column({ name: 'taken_seconds', type: 'int' })
  takenSeconds: number;

  static of(termId: string, paymentId: string, cents: number): TermSource {
    return Object.assign(new TermSource(), { termId, paymentId, cents, takenCents: 0, takenSeconds: 0 });
  }
}
