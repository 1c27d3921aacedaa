import { type DynamicModule, Module } from '@nestjs/common';
import { FoundationModule, type ModuleParts } from '@precis/runtime/foundation.module';
import { BtcpayTerms, btcpayTerms } from './btcpay/btcpay-terms.js';
import type { BillingConfig } from './config.js';
import { PlansModule } from './plans/plans.module.js';
import { ProviderEventsModule } from './provider-events/provider-events.module.js';
import { ReconcileTerms } from './provider-events/reconcile-payments.usecase.js';
import { StripeTerms, stripeTerms } from './stripe/stripe-terms.js';
import { SubscriptionsModule } from './subscriptions/subscriptions.module.js';

@Module({})
export class BillingModule {
  static with(parts: ModuleParts<BillingConfig>): DynamicModule {
    const { config } = parts;
    const foundation = FoundationModule.with(
      parts,
      [StripeTerms, stripeTerms(config)],
      [BtcpayTerms, btcpayTerms(config)],
      [ReconcileTerms, new ReconcileTerms(config.PAYMENT_LOOK_AFTER_SECONDS)],
    );
    return { module: BillingModule, imports: [foundation, PlansModule, SubscriptionsModule, ProviderEventsModule] };
  }
}
