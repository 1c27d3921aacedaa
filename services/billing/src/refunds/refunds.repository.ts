import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Payment } from '../payments/payment.entity.js';
import { Refund } from './refund.entity.js';

/** All SQL of refunds, and what they read and write of payments. */
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

  /** Ids of refunds that were planned before `before` and after `after`, oldest first: their process may have died. */
  async waiting(manager: EntityManager, after: Date, before: Date, limit: number): Promise<string[]> {
    const rows: { id: string }[] = await manager.query(
      `SELECT id FROM refunds WHERE state = 'planned' AND planned_at > $1 AND planned_at <= $2 ORDER BY planned_at LIMIT $3`,
      [after, before, limit],
    );
    return rows.map(({ id }) => id);
  }

  async payment(manager: EntityManager, id: string): Promise<Payment | null> {
    return manager.findOneBy(Payment, { id });
  }

  async lockPayment(manager: EntityManager, id: string): Promise<Payment> {
    return manager.findOneOrFail(Payment, { where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  async savePayment(manager: EntityManager, { id, status, refundedCents }: Payment): Promise<void> {
    await manager.update(Payment, { id }, { status, refundedCents });
  }

  /** Unused value of the payment's term that a later payment took, in cents. Of several that counted on it the first one got it. */
  async creditTaken(manager: EntityManager, { id, termId }: Payment): Promise<number> {
    const [row] = await manager.query(
      `SELECT q.credit_cents FROM payments p JOIN quotes q ON q.id = p.quote_id
       WHERE q.credited_term_id = $1 AND p.id <> $2 AND p.completed_at IS NOT NULL ORDER BY p.completed_at, p.id LIMIT 1`,
      [termId, id],
    );
    return Number(row?.credit_cents ?? 0);
  }
}
