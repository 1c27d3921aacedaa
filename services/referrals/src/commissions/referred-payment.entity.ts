import { Column, Entity, PrimaryColumn } from 'typeorm';
import { centsColumn } from './cents-column.js';

/**
 * A payment as billing announced it, whether or not its payer was referred, because that may be known later. A failed payment may be completed later;
 * a completed one stays so here, also after refunds. Amounts are US cents.
 */
@Entity('payments')
export class ReferredPayment {
  @PrimaryColumn({ name: 'payment_id', type: 'text' })
  paymentId: string;

  @Column({ name: 'account_id', type: 'text' })
  accountId: string;

  /** The order of arrival, assigned by the database. */
  @Column({ type: 'bigint', insert: false, update: false, transformer: { to: Number, from: Number } })
  place: number;

  @Column({ type: 'text' })
  state: 'pending' | 'completed' | 'failed';

  /** The amount paid after credit. */
  @Column({ name: 'amount_cents', ...centsColumn })
  amountCents: number;

  /** The owner of the code given at checkout, when such a code may count (REF-12). */
  @Column({ name: 'code_owner', type: 'text', nullable: true })
  codeOwner: string | null;

  @Column({ name: 'seen_at', type: 'timestamptz' })
  seenAt: Date;

  /** When billing completed it, by billing's clock. Null before that, and for payments of the first releases. */
  @Column({ name: 'completed_at', type: 'timestamptz', nullable: true })
  completedAt: Date | null;

  /** Takes over the state and amount that billing announced. Returns false when nothing changes. */
  changeTo(state: 'pending' | 'completed', amountCents: number, occurredAt: Date): boolean {
    if (this.state === 'completed' || this.state === state) return false;
    this.state = state;
    this.completedAt = state === 'completed' ? occurredAt : null;
    this.amountCents = amountCents;
    return true;
  }

  /** Marks a pending payment as failed. Returns false, and changes nothing, in any other state. */
  fail(): boolean {
    if (this.state !== 'pending') return false;
    this.state = 'failed';
    return true;
  }
}
