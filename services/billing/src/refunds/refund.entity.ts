import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Where the money goes. */
export type RefundDestination = 'stripe' | 'wallet';

const cents = { type: 'bigint', transformer: { to: (value: number) => value, from: Number } } as const;

/** Money that is to be given back: written before a provider is asked, so that a crash leaves what is to be asked again. US cents. */
@Entity('refunds')
export class Refund {
  @PrimaryColumn({ type: 'uuid' })
  id: string;

  @Column({ name: 'payment_id', type: 'uuid' })
  paymentId: string;

  @Column({ name: 'account_id', type: 'text' })
  accountId: string;

  /** As the operator said it: 0 = all that is left. */
  @Column({ name: 'asked_cents', ...cents })
  askedCents: number;

  @Column({ name: 'amount_cents', ...cents })
  amountCents: number;

  /** What the payment had given back before. */
  @Column({ name: 'refunded_before_cents', ...cents })
  refundedBeforeCents: number;

  /** Of the payment's refunds that had failed before. */
  @Column({ name: 'failed_before_cents', ...cents })
  failedBeforeCents: number;

  /** refused: the provider will not; failed: it had accepted, and the money came back. Another refund may be tried behind either. */
  @Column({ type: 'text' })
  state: 'planned' | 'done' | 'refused' | 'failed';

  @Column({ type: 'text', nullable: true })
  destination: RefundDestination | null;

  @Column({ name: 'planned_at', type: 'timestamptz' })
  plannedAt: Date;

  @Column({ name: 'ended_at', type: 'timestamptz', nullable: true })
  endedAt: Date | null;

  /**
   * Of all refunds of the payment, when this one is done. Booked as a total: what the provider's own event has booked of it is not booked again.
   * `failedCents`: of those that have failed by now.
   */
  totalCents(failedCents: number): number {
    return this.refundedBeforeCents + this.amountCents - (failedCents - this.failedBeforeCents);
  }

  finish(destination: RefundDestination, now: Date): void {
    if (this.state !== 'planned') throw new Error(`refund ${this.id} is ${this.state}`);
    Object.assign(this, { state: 'done', destination, endedAt: now });
  }

  /** The provider had accepted it, and the money came back. */
  fail(now: Date): void {
    if (this.state !== 'done') throw new Error(`refund ${this.id} is ${this.state}`);
    Object.assign(this, { state: 'failed', endedAt: now });
  }

  refuse(now: Date): void {
    if (this.state !== 'planned') throw new Error(`refund ${this.id} is ${this.state}`);
    Object.assign(this, { state: 'refused', endedAt: now });
  }
}
