import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Refund } from './refund.entity.js';

/** All SQL of refunds. */
@Injectable()
export class RefundsRepository {
  async find(manager: EntityManager, id: string): Promise<Refund | null> {
    return manager.findOneBy(Refund, { id });
  }

  async lock(manager: EntityManager, id: string): Promise<Refund> {
    return manager.findOneOrFail(Refund, { where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  async add(manager: EntityManager, refund: Refund): Promise<void> {
    await manager.insert(Refund, refund);
  }

  async saveEnd(manager: EntityManager, { id, state, destination, endedAt }: Refund): Promise<void> {
    await manager.update(Refund, { id }, { state, destination, endedAt });
  }

  async isOneUnderWay(manager: EntityManager, paymentId: string): Promise<boolean> {
    return manager.existsBy(Refund, { paymentId, state: 'planned' });
  }

  /** Refunds of a locked payment that were or will be sent to its provider. */
  async sentOrPlanned(manager: EntityManager, paymentId: string): Promise<Refund[]> {
    return manager.find(Refund, {
      where: [
        { paymentId, state: 'planned' },
        { paymentId, state: 'done', destination: 'stripe' },
      ],
    });
  }

  /** Whether a refund of the payment failed later: its payer was promised money that never arrived. */
  async hasFailed(manager: EntityManager, paymentId: string): Promise<boolean> {
    return manager.existsBy(Refund, { paymentId, state: 'failed' });
  }

  /**
   * Ids of refunds that were planned within these limits, oldest first: their process may have died. With `following`, only those that come after
   * that refund.
   */
  async waiting(
    manager: EntityManager,
    { plannedAfter, plannedBefore, following }: { plannedAfter: Date; plannedBefore: Date; following?: string },
    limit: number,
  ): Promise<string[]> {
    const rows: { id: string }[] = await manager.query(
      `SELECT id FROM refunds WHERE state = 'planned' AND planned_at > $1 AND planned_at <= $2
         AND ($4::uuid IS NULL OR (planned_at, id) > (SELECT planned_at, id FROM refunds WHERE id = $4))
       ORDER BY planned_at, id LIMIT $3`,
      [plannedAfter, plannedBefore, limit, following ?? null],
    );
    return rows.map(({ id }) => id);
  }
}
