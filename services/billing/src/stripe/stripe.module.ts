import { Module } from '@nestjs/common';
import { Clock } from '@precis/runtime/clock';
import { LOGGER } from '@precis/runtime/foundation.module';
import type { Logger } from '@precis/runtime/logger';
import { StripeProvider } from './stripe.provider.js';
import { StripeRows } from './stripe-rows.repository.js';
import { StripeTerms } from './stripe-terms.js';

/** Gives StripeProvider, null where the deployment has no Stripe, and what is kept of it, also from before. */
@Module({
  providers: [
    StripeRows,
    {
      provide: StripeProvider,
      inject: [StripeTerms, StripeRows, Clock, LOGGER],
      useFactory: ({ access }: StripeTerms, rows: StripeRows, clock: Clock, logger: Logger) =>
        access ? new StripeProvider(access, rows, clock, logger) : null,
    },
  ],
  exports: [StripeProvider, StripeRows],
})
export class StripeModule {}
