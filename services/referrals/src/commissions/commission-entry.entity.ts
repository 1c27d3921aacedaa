import { Column, Entity, PrimaryColumn } from 'typeorm';
import { centsColumn } from './cents-column.js';
import type { Commission } from './commission.entity.js';
import type { Entry, EntryState, Movement } from './commission.rule.js';
import { movementId } from './movement-id.js';

/** One movement of a commission's money, once per cause; billing posts it. */
@Entity('commission_entries')
export class CommissionEntry implements Entry {
  /** Billing's id of it. The first one has the commission's id. */
  @PrimaryColumn({ type: 'uuid' })
  id: string;

  @Column({ name: 'commission_id', type: 'uuid' })
  commissionId: string;

  /** Position among the commission's movements, from 1. */
  @Column({ type: 'int' })
  number: number;

  @Column({ type: 'text' })
  kind: Movement['kind'];

  @Column({ type: 'text' })
  cause: string;

  @Column({ name: 'amount_cents', ...centsColumn })
  amountCents: number;

  /** A reversal stays `announced`: billing cannot refuse it. */
  @Column({ type: 'text' })
  state: EntryState;

  /** Starts as `refused` after a movement that was refused. */
  static of({ id: commissionId, paymentId }: Commission, number: number, movement: Movement, refused: boolean) {
    const state: EntryState = refused ? 'refused' : 'waiting';
    const id = movementId(paymentId, movement.cause);
    return Object.assign(new CommissionEntry(), { ...movement, id, commissionId, number, state });
  }

  /** Records that billing was asked for it. Throws when it was not `waiting`. */
  markAnnounced(): void {
    if (this.state !== 'waiting') throw new Error(`movement ${this.id} is ${this.state} already`);
    this.state = 'announced';
  }

  /** Records that the wallet has the credit. Returns false for a repeated answer. */
  markPosted(): boolean {
    return this.markAnswered('posted');
  }

  /** Records that billing refused the credit for good. Returns false for a repeated answer. */
  markRefused(): boolean {
    return this.markAnswered('refused');
  }

  private markAnswered(state: 'posted' | 'refused'): boolean {
    if (this.kind !== 'credit' || this.state !== 'announced') return false;
    this.state = state;
    return true;
  }
}
