import { type DynamicModule, Module } from '@nestjs/common';
import { FoundationModule, type ModuleParts } from '@precis/runtime/foundation.module';
import type { BillingConfig } from './config.js';
import { PlansModule } from './plans/plans.module.js';
import { QuotesModule } from './quotes/quotes.module.js';
import { SubscriptionsModule } from './subscriptions/subscriptions.module.js';

@Module({})
export class BillingModule {
  static with(parts: ModuleParts<BillingConfig>): DynamicModule {
    return {
      module: BillingModule,
      imports: [FoundationModule.with(parts), PlansModule, SubscriptionsModule, QuotesModule],
    };
  }
}
