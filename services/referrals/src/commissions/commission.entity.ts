import { Column, Entity, PrimaryColumn } from 'typeorm';
import { centsColumn } from './cents-column.js';
import { COMMISSION_RATE_BPS, commissionCents, type Entry } from './commission.rule.js';
import { movementId } from './movement-id.js';
import type { ReferredPayment } from './referred-payment.entity.js';

/** The status. `approved` means that the wallet was asked and has not answered (REF-2); customers see that as pending. */
export type CommissionStatus = 'pending' | 'approved' | 'completed' | 'failed' | 'reversed';

/** The commission of one payment, at most one per payment. Changes under the lock of the referred account's row. Amounts are US cents. */
@Entity('commissions')
export class Commission {
  /** The id of its first credit. */
  @PrimaryColumn({ type: 'uuid' })
  id: string;

  @Column({ name: 'payment_id', type: 'text' })
  paymentId: string;

  @Column({ name: 'referrer_id', type: 'text' })
  referrerId: string;

  @Column({ name: 'referred_id', type: 'text' })
  referredId: string;

  /** The paid amount after credit. */
  @Column({ name: 'paid_cents', ...centsColumn })
  paidCents: number;

  /** Frozen when the payment is first seen. */
  @Column({ name: 'rate_bps', type: 'int' })
  rateBps: number;

  @Column({ name: 'amount_cents', ...centsColumn })
  amountCents: number;

  @Column({ type: 'text' })
  status: CommissionStatus;

  /** What the referrer has when all movements have arrived. */
  @Column({ name: 'owed_cents', ...centsColumn })
  owedCents: number;

  /** What was credited to the wallet. */
  @Column({ name: 'credited_cents', ...centsColumn })
  creditedCents: number;

  /** What was taken back from it. */
  @Column({ name: 'reversed_cents', ...centsColumn })
  reversedCents: number;

  /** When the payment was first seen, by billing's clock. */
  @Column({ name: 'created_at', type: 'timestamptz' })
  createdAt: Date;

  /** Makes the commission of a payment that is not final. Undefined when the share is below a cent (REF-14). */
  static of(referrerId: string, payment: ReferredPayment): Commission | undefined {
    const amountCents = commissionCents(payment.amountCents);
    if (amountCents === 0) return undefined;
    return Object.assign(new Commission(), {
      id: movementId(payment.paymentId, 'payment'),
      paymentId: payment.paymentId,
      referrerId,
      referredId: payment.accountId,
      paidCents: payment.amountCents,
      rateBps: COMMISSION_RATE_BPS,
      amountCents,
      status: 'pending' as const,
      owedCents: amountCents,
      creditedCents: 0,
      reversedCents: 0,
      createdAt: payment.seenAt,
    });
  }

  /** Takes over amount and state of the payment while there is no movement yet. A failed payment may be completed later. */
  follow(payment: ReferredPayment): void {
    const amountCents = commissionCents(payment.amountCents, this.rateBps);
    if (payment.state === 'failed' || amountCents === 0) return this.fail();
    this.status = 'pending';
    this.paidCents = payment.amountCents;
    this.amountCents = amountCents;
    this.owedCents = amountCents;
  }

  /** Marks it as failed: nothing is owed. */
  fail(): void {
    this.status = 'failed';
    this.owedCents = 0;
  }

  /** Computes sums and status from its movements, at least one. */
  book(entries: Entry[]): void {
    const sum = (kind: string, states: string[]) =>
      entries
        .filter((entry) => entry.kind === kind && states.includes(entry.state))
        .reduce((total, { amountCents }) => total + amountCents, 0);
    const alive = ['waiting', 'announced', 'posted'];
    this.owedCents = sum('credit', alive) - sum('reversal', alive);
    this.creditedCents = sum('credit', ['posted']);
    this.reversedCents = sum('reversal', ['announced']);
    if (entries[0].state === 'refused') this.status = 'failed';
    else if (sum('credit', ['waiting', 'announced']) > 0) this.status = 'approved';
    else this.status = this.owedCents === 0 ? 'reversed' : 'completed';
  }
}
