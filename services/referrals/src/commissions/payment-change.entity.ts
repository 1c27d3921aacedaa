import { Column, Entity, PrimaryColumn } from 'typeorm';
import { centsColumn } from './cents-column.js';
import type { Change } from './commission.rule.js';

/** A refund or a dispute's state, once each. Kept apart from commissions: it may be known before anybody knows who referred the payer. */
@Entity('payment_changes')
export class PaymentChange implements Change {
  @PrimaryColumn({ name: 'payment_id', type: 'text' })
  paymentId: string;

  @PrimaryColumn({ type: 'text' })
  kind: Change['kind'];

  @PrimaryColumn({ type: 'text' })
  reference: string;

  /** Order in which billing said so. Given by the database. */
  @Column({ type: 'bigint', insert: false, update: false, transformer: { to: Number, from: Number } })
  place: number;

  @Column({ name: 'refunded_total_cents', ...centsColumn })
  refundedTotalCents: number;
}
