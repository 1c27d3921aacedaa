import { Inject, Injectable } from '@nestjs/common';
import type { Announcement } from '@precis/events/catalogue/event-type';
import { LOGGER } from '@precis/runtime/foundation.module';
import type { Logger } from '@precis/runtime/logger';
import { Counter, Registry } from 'prom-client';
import type { EntityManager } from 'typeorm';
import { standingCents } from '../refunds/refund.rule.js';
import { RefundsRepository } from '../refunds/refunds.repository.js';
import type { RefundsSeen } from './payment-provider.js';
import type { Payment } from './payment.entity.js';
import { Reversals } from './reversals.provider.js';

/** Books refunds that a provider accepted and that failed later, and reports them to an operator (PAY-63). */
@Injectable()
export class FailedRefunds {
  private readonly failed: Counter;

  constructor(
    metrics: Registry,
    private readonly refunds: RefundsRepository,
    private readonly reversals: Reversals,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.failed = new Counter({
      name: 'precis_refunds_failed_total',
      help: 'Refunds that a payment provider had accepted and that failed later: an operator must contact the customer.',
      registers: [metrics],
    });
  }

  /** Updates a locked payment that the caller saves; returns the events to announce. */
  async follow(manager: EntityManager, payment: Payment, seen: RefundsSeen, now: Date): Promise<Announcement[]> {
    if (seen.failedCents === 0) return [];
    const ours = await this.refunds.sentOrPlanned(manager, payment.id);
    const sent = ours.filter(({ state }) => state === 'done');
    // The sighting is older than one of our refunds: the next look decides.
    if (sent.some(({ id }) => !seen.knownIds.includes(id))) return [];
    for (const refund of sent.filter(({ id }) => seen.failedIds.includes(id))) {
      refund.fail(now);
      await this.refunds.saveEnd(manager, refund);
    }
    const totalCents = standingCents(payment.refundedCents, seen);
    const facts = await this.reversals.refundsFailed(manager, payment, totalCents, now);
    if (facts.length > 0) {
      this.failed.inc();
      this.logger.error({ code: 'refund_failed' }, `a refund of payment ${payment.id} failed after its acceptance`);
    }
    return facts;
  }
}
