import { Column, Entity, PrimaryColumn } from 'typeorm';
import { centsColumn } from './cents-column.js';
import type { Commission } from './commission.entity.js';
import type { Entry, EntryState, Movement } from './commission.rule.js';

/** One movement of a commission's money, once per cause; billing posts it. */
@Entity('commission_entries')
export class CommissionEntry implements Entry {
  /** What billing knows it by. The first one's is the commission's own. */
  @PrimaryColumn({ type: 'uuid' })
  id: string;

  @Column({ name: 'commission_id', type: 'uuid' })
  commissionId: string;

  /** Place among the commission's movements, from 1. */
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

  /** `refused` from the start behind a movement that was refused. */
  static of(id: string, { id: commissionId }: Commission, number: number, movement: Movement, refused: boolean) {
    const state: EntryState = refused ? 'refused' : 'waiting';
    return Object.assign(new CommissionEntry(), { ...movement, id, commissionId, number, state });
  }

  announced(): void {
    if (this.state !== 'waiting') throw new Error(`movement ${this.id} is ${this.state} already`);
    this.state = 'announced';
  }

  /** False when the answer came before. */
  posted(): boolean {
    return this.answered('posted');
  }

  refused(): boolean {
    return this.answered('refused');
  }

  private answered(state: 'posted' | 'refused'): boolean {
    if (this.kind !== 'credit' || this.state !== 'announced') return false;
    this.state = state;
    return true;
  }
}
