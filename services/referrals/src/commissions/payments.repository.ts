import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { PaymentChange } from './payment-change.entity.js';
import { ReferredPayment } from './referred-payment.entity.js';

/** All SQL of payments and of their changes. A writer must hold the lock of the payer's row in accounts. */
@Injectable()
export class PaymentsRepository {
  async find(manager: EntityManager, paymentId: string): Promise<ReferredPayment | null> {
    return manager.findOneBy(ReferredPayment, { paymentId });
  }

  /** All payments of an account, in order of arrival. */
  async of(manager: EntityManager, accountId: string): Promise<ReferredPayment[]> {
    return manager.find(ReferredPayment, { where: { accountId }, order: { place: 'ASC' } });
  }

  /** Inserts the payment; returns it with its position. */
  async insert(manager: EntityManager, payment: Omit<ReferredPayment, 'place' | 'changeTo' | 'fail'>) {
    await manager.insert(ReferredPayment, payment);
    return manager.findOneByOrFail(ReferredPayment, { paymentId: payment.paymentId });
  }

  async save(manager: EntityManager, { paymentId, state, amountCents, completedAt }: ReferredPayment): Promise<void> {
    await manager.update(ReferredPayment, { paymentId }, { state, amountCents, completedAt });
  }

  /** Returns false when the change is already stored. */
  async addChange(manager: EntityManager, change: Omit<PaymentChange, 'place'>): Promise<boolean> {
    const { paymentId, kind, reference, refundedTotalCents } = change;
    const rows: unknown[] = await manager.query(
      `INSERT INTO payment_changes (payment_id, kind, reference, refunded_total_cents) VALUES ($1, $2, $3, $4)
       ON CONFLICT DO NOTHING RETURNING 1`,
      [paymentId, kind, reference, refundedTotalCents],
    );
    return rows.length === 1;
  }

  /** The changes in the order of billing's announcements. */
  async changesOf(manager: EntityManager, paymentId: string): Promise<PaymentChange[]> {
    return manager.find(PaymentChange, { where: { paymentId }, order: { place: 'ASC' } });
  }
}
