import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '@precis/runtime/clock';
import { LOGGER } from '@precis/runtime/foundation.module';
import type { Logger } from '@precis/runtime/logger';
import { LookAtPayment } from '../payments/look-at-payment.usecase.js';
import { PaymentLooks } from '../payments/payment-looks.repository.js';
import { PaymentProviders } from '../payments/payment-provider.js';
import { COMPLETED_WATCHED_MS, FIRST_SWEEP_MS, nextCompletedLook } from './look-times.js';

/** Looks per run, one run every ten minutes: 7,200 a day. */
const MOST = 50;

/**
 * Finds refunds, disputes and failed refunds of completed card payments whose webhooks were lost (PAY-42). Crypto has none of these, and the
 * reconciler finds excess crypto.
 */
@Injectable()
export class SweepCompletedPayments {
  constructor(
    private readonly providers: PaymentProviders,
    private readonly looks: PaymentLooks,
    private readonly look: LookAtPayment,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async execute(): Promise<void> {
    if (!this.providers.has('stripe')) return;
    const now = this.clock.now();
    const watchedSince = new Date(now.getTime() - COMPLETED_WATCHED_MS);
    const before = new Date(now.getTime() - FIRST_SWEEP_MS);
    for (const due of await this.looks.completedDue('stripe', { now, before, watchedSince }, MOST)) {
      if (!(await this.looks.claim(due, nextCompletedLook(due.completedAt!, now)))) continue;
      await this.look.execute(due.paymentId).catch((error: unknown) => {
        this.logger.warn(
          { err: error, count: due.looks },
          `payment ${due.paymentId} could not be checked for refunds and disputes; a later run tries again`,
        );
      });
    }
  }
}
