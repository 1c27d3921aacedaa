import { Column, Entity, PrimaryColumn } from 'typeorm';
import { centsColumn } from './cents-column.js';
import type { Change } from './commission.rule.js';

/** A refund or a state of a dispute, once each. Stored separately from commissions, because it may arrive before the payer's referrer is known. */
@Entity('payment_changes')
export class PaymentChange implements Change {
  @PrimaryColumn({ name: 'payment_id', type: 'text' })
  paymentId: string;

  @PrimaryColumn({ type: 'text' })
  kind: Change['kind'];

  @PrimaryColumn({ type: 'text' })
  reference: string;

  /** The order of billing's announcements, assigned by the database. */
  @Column({ type: 'bigint', insert: false, update: false, transformer: { to: Number, from: Number } })
  place: number;

  @Column({ name: 'refunded_total_cents', ...centsColumn })
  refundedTotalCents: number;
}
