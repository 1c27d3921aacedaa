import { Column, Entity, PrimaryColumn } from 'typeorm';

const cents = { type: 'bigint', transformer: { to: (value: number) => value, from: Number } } as const;

/** What of a term's worth came of one payment, by whatever credits, and what was taken back there with it (PAY-33, PAY-68). US cents. */
@Entity('term_sources')
export class TermSource {
  @PrimaryColumn({ name: 'term_id', type: 'uuid' })
  termId: string;

  @PrimaryColumn({ name: 'payment_id', type: 'uuid' })
  paymentId: string;

  /** Of what the term was worth when it was valued last. */
  @Column(cents)
  cents: number;

  /** With the payment, and not given again. */
  @Column({ name: 'taken_cents', ...cents })
  takenCents: number;

  /** By which the term became shorter for it. */
  @Column({ name: 'taken_seconds', type: 'int' })
  takenSeconds: number;

  static of(termId: string, paymentId: string, cents: number): TermSource {
    return Object.assign(new TermSource(), { termId, paymentId, cents, takenCents: 0, takenSeconds: 0 });
  }
}
