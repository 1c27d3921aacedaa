import { type DynamicModule, Module } from '@nestjs/common';
import { FoundationModule, type ModuleParts } from '@precis/runtime/foundation.module';
import type { BillingConfig } from './config.js';
import { ErasureModule } from './erasure/erasure.module.js';
import { Seller } from './payments/get-receipt.usecase.js';
import { PaymentProviders } from './payments/payment-provider.js';
import { PaymentsModule } from './payments/payments.module.js';
import { PlansModule } from './plans/plans.module.js';
import { QuotesModule } from './quotes/quotes.module.js';
import { RefundsModule } from './refunds/refunds.module.js';
import { RemindersModule } from './reminders/reminders.module.js';
import { SubscriptionsModule } from './subscriptions/subscriptions.module.js';
import { WalletModule } from './wallet/wallet.module.js';

@Module({})
export class BillingModule {
  static with(parts: ModuleParts<BillingConfig>): DynamicModule {
    return {
      module: BillingModule,
      imports: [
        FoundationModule.with(
          parts,
          [PaymentProviders, new PaymentProviders()],
          [Seller, new Seller(parts.config.RECEIPT_SELLER)],
        ),
        PlansModule,
        SubscriptionsModule,
        QuotesModule,
        WalletModule,
        PaymentsModule,
        RefundsModule,
        RemindersModule,
        ErasureModule,
      ],
    };
  }
}
