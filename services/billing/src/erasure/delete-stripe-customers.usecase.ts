import { Inject, Injectable } from '@nestjs/common';
import { type Backoff, backoffMs } from '@precis/runtime/backoff';
import { Clock } from '@precis/runtime/clock';
import { LOGGER } from '@precis/runtime/foundation.module';
import type { Logger } from '@precis/runtime/logger';
import { StripeProvider } from '../stripe/stripe.provider.js';
import { StripeRows } from '../stripe/stripe-rows.repository.js';

const ONE_TURN = 20;
/** Retried without end, because personal data must be deleted; after a day four times a day. */
const WAITS: Backoff = { firstMs: 60_000, factor: 4, capMs: 6 * 60 * 60_000 };

/**
 * Deletes the customers of erased accounts at Stripe, with the data that payers typed there (PAY-57). Never runs inside a transaction. After a crash
 * or a lost answer, the next attempt finds the customer deleted. A customer of the other mode (test or live) waits for a key of that mode.
 */
@Injectable()
export class DeleteStripeCustomers {
  constructor(
    @Inject(StripeProvider) private readonly stripe: StripeProvider | null,
    private readonly rows: StripeRows,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async execute(): Promise<void> {
    if (!this.stripe) return;
    const now = this.clock.now();
    for (const customer of await this.rows.erasedCustomers(this.stripe.isLive, now, ONE_TURN)) {
      const waitMs = backoffMs(WAITS, customer.tries + 1, Math.random());
      if (!(await this.rows.claimErasure(customer, new Date(now.getTime() + waitMs)))) continue;
      try {
        await this.stripe.deleteCustomer(customer.customerId);
      } catch (error) {
        this.logger.warn(
          { err: error, attempts: customer.tries + 1 },
          'the Stripe customer of an erased account could not be deleted; a later run tries again',
        );
        // Most failures mean that Stripe is unavailable, so the other customers wait for the next run.
        return;
      }
      await this.rows.forgetCustomer(customer.customerId);
    }
  }
}
