import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One account's subscription. Its row is the lock under which the account's terms change. */
@Entity('subscriptions')
export class Subscription {
  @PrimaryColumn({ name: 'account_id', type: 'text' })
  accountId: string;

  /** Grows by one with every announced change; 0 = nothing announced yet. */
  @Column({ type: 'int' })
  version: number;

  @Column({ name: 'opened_at', type: 'timestamptz' })
  openedAt: Date;

  /** Since when the owner has cancelled, and gets no reminders (PAY-16); a purchase clears it. */
  @Column({ name: 'cancelled_at', type: 'timestamptz', nullable: true })
  cancelledAt: Date | null;
}
