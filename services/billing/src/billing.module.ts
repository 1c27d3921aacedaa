import { type DynamicModule, Module } from '@nestjs/common';
import { FoundationModule, type ModuleParts } from '@precis/runtime/foundation.module';
import { BtcpayTerms, btcpayTerms } from './btcpay/btcpay-terms.js';
import type { BillingConfig } from './config.js';
import { ErasureModule } from './erasure/erasure.module.js';
import { Seller } from './payments/get-receipt.usecase.js';
import { PaymentProvidersModule } from './payments/payment-providers.module.js';
import { PaymentsModule } from './payments/payments.module.js';
import { PlansModule } from './plans/plans.module.js';
import { QuotesModule } from './quotes/quotes.module.js';
import { ProviderEventsModule } from './provider-events/provider-events.module.js';
import { ReconcileTerms } from './provider-events/reconcile-payments.usecase.js';
import { StripeTerms, stripeTerms } from './stripe/stripe-terms.js';
import { RefundsModule } from './refunds/refunds.module.js';
import { RemindersModule } from './reminders/reminders.module.js';
import { SubscriptionsModule } from './subscriptions/subscriptions.module.js';
import { WalletModule } from './wallet/wallet.module.js';

@Module({})
export class BillingModule {
  static with(parts: ModuleParts<BillingConfig>): DynamicModule {
    const { config } = parts;
    return {
      module: BillingModule,
      imports: [
        FoundationModule.with(
          parts,
          [Seller, new Seller(config.RECEIPT_SELLER)],
          [StripeTerms, stripeTerms(config)],
          [BtcpayTerms, btcpayTerms(config)],
          [ReconcileTerms, new ReconcileTerms(config.PAYMENT_LOOK_AFTER_SECONDS)],
        ),
        PaymentProvidersModule,
        PlansModule,
        SubscriptionsModule,
        QuotesModule,
        WalletModule,
        PaymentsModule,
        ProviderEventsModule,
        RefundsModule,
        RemindersModule,
        ErasureModule,
      ],
    };
  }
}
