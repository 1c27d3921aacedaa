import { Injectable } from '@nestjs/common';
import type { Announcement } from '@precis/events/catalogue/event-type';
import { EVENTS } from '@precis/events/catalogue/events';
import type { EntityManager } from 'typeorm';
import { LEFT_OPEN_MS } from './look-at-payment.usecase.js';
import { PaymentLooks } from './payment-looks.repository.js';
import type { Payment } from './payment.entity.js';
import { PaymentsRepository } from './payments.repository.js';

/**
 * Ends the checkouts that a fulfilled order replaces, in the order's transaction (PAY-37). The customer does not repeat a fulfilled order. So if the
 * process dies before it has closed the checkouts at their providers, only the rows written here make LookAtPayment close them.
 */
@Injectable()
export class ReplacedCheckouts {
  constructor(
    private readonly payments: PaymentsRepository,
    private readonly looks: PaymentLooks,
  ) {}

  /** Call it under the account's lock and before the ledger is locked. Returns the events to announce. */
  async end(manager: EntityManager, replaced: Payment[], now: Date): Promise<Announcement[]> {
    const facts: Announcement[] = [];
    for (const { id: paymentId } of replaced) {
      const payment = await this.payments.lock(manager, paymentId);
      if (!payment?.isOpen) continue;
      if (payment.reference === null) {
        // No payer has the checkout's address yet. A call that is opening the checkout at this moment is refused, and closes it.
        payment.end('expired');
        const { accountId: userId, method } = payment;
        facts.push(EVENTS.paymentFailed.of({ paymentId, userId, method, reason: 'expired' }, now));
      } else if (payment.expiresAt > now) {
        payment.expiresAt = now;
      }
      await this.payments.save(manager, payment);
    }
    const ids = replaced.map(({ id }) => id);
    await this.looks.hasten(manager, ids, new Date(now.getTime() + LEFT_OPEN_MS));
    return facts;
  }
}
