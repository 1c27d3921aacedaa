import { type DynamicModule, Module } from '@nestjs/common';
import { FoundationModule, type ModuleParts } from '@precis/runtime/foundation.module';
import { BtcpaySettings, readBtcpaySettings } from './btcpay/btcpay-settings.js';
import type { BillingConfig } from './config.js';
import { ErasureModule } from './erasure/erasure.module.js';
import { Seller } from './payments/get-receipt.usecase.js';
import { PaymentProvidersModule } from './payments/payment-providers.module.js';
import { PaymentsModule } from './payments/payments.module.js';
import { PlansModule } from './plans/plans.module.js';
import { QuotesModule } from './quotes/quotes.module.js';
import { ProviderEventsModule } from './provider-events/provider-events.module.js';
import { ReconcileSettings } from './provider-events/reconcile-payments.usecase.js';
import { StripeSettings, readStripeSettings } from './stripe/stripe-settings.js';
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
          [StripeSettings, readStripeSettings(config)],
          [BtcpaySettings, readBtcpaySettings(config)],
          [ReconcileSettings, new ReconcileSettings(config.PAYMENT_LOOK_AFTER_SECONDS)],
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
