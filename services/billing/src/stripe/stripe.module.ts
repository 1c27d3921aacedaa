import { Module } from '@nestjs/common';
import { Clock } from '@precis/runtime/clock';
import { LOGGER } from '@precis/runtime/foundation.module';
import type { Logger } from '@precis/runtime/logger';
import { StripeProvider } from './stripe.provider.js';
import { StripeRows } from './stripe-rows.repository.js';
import { StripeSettings } from './stripe-settings.js';

/** Provides StripeProvider, or null when the deployment has no Stripe, and the repository of Stripe's ids, also of an earlier connection. */
@Module({
  providers: [
    StripeRows,
    {
      provide: StripeProvider,
      inject: [StripeSettings, StripeRows, Clock, LOGGER],
      useFactory: ({ access }: StripeSettings, rows: StripeRows, clock: Clock, logger: Logger) =>
        access ? new StripeProvider(access, rows, clock, logger) : null,
    },
  ],
  exports: [StripeProvider, StripeRows],
})
export class StripeModule {}
