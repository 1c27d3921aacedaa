import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Where refunded money goes: back to the card through Stripe, or into the account's wallet. */
export type RefundDestination = 'stripe' | 'wallet';

const cents = { type: 'bigint', transformer: { to: (value: number) => value, from: Number } } as const;

/** A refund, stored before a provider is called, so that it can continue after a crash. US cents. */
@Entity('refunds')
export class Refund {
  @PrimaryColumn({ type: 'uuid' })
  id: string;

  @Column({ name: 'payment_id', type: 'uuid' })
  paymentId: string;

  @Column({ name: 'account_id', type: 'text' })
  accountId: string;

  /** As the operator requested it: 0 = the rest. */
  @Column({ name: 'asked_cents', ...cents })
  askedCents: number;

  @Column({ name: 'amount_cents', ...cents })
  amountCents: number;

  /** What the payment had given back before. */
  @Column({ name: 'refunded_before_cents', ...cents })
  refundedBeforeCents: number;

  /** Sum of the payment's refunds that had failed before. */
  @Column({ name: 'failed_before_cents', ...cents })
  failedBeforeCents: number;

  /** refused: the provider refused; failed: it accepted, and the money came back. Another refund may be tried after either. */
  @Column({ type: 'text' })
  state: 'planned' | 'done' | 'refused' | 'failed';

  @Column({ type: 'text', nullable: true })
  destination: RefundDestination | null;

  @Column({ name: 'planned_at', type: 'timestamptz' })
  plannedAt: Date;

  @Column({ name: 'ended_at', type: 'timestamptz', nullable: true })
  endedAt: Date | null;

  /**
   * The sum of all refunds of the payment after this one. Booked as a total, so that what the provider's own event has booked is not booked again.
   * `failedCents`: the sum of refunds that have failed by now.
   */
  totalCents(failedCents: number): number {
    return this.refundedBeforeCents + this.amountCents - (failedCents - this.failedBeforeCents);
  }

  finish(destination: RefundDestination, now: Date): void {
    if (this.state !== 'planned') throw new Error(`refund ${this.id} is ${this.state}`);
    Object.assign(this, { state: 'done', destination, endedAt: now });
  }

  /** The provider accepted the refund, and the money came back. */
  fail(now: Date): void {
    if (this.state !== 'done') throw new Error(`refund ${this.id} is ${this.state}`);
    Object.assign(this, { state: 'failed', endedAt: now });
  }

  refuse(now: Date): void {
    if (this.state !== 'planned') throw new Error(`refund ${this.id} is ${this.state}`);
    Object.assign(this, { state: 'refused', endedAt: now });
  }
}
