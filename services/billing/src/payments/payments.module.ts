import { Module } from '@nestjs/common';
import { LedgerModule } from '../ledger/ledger.module.js';
import { QuotesModule } from '../quotes/quotes.module.js';
import { RefundsRepository } from '../refunds/refunds.repository.js';
import { StripeModule } from '../stripe/stripe.module.js';
import { SubscriptionsModule } from '../subscriptions/subscriptions.module.js';
import { UsageHeadsModule } from '../usage-heads/usage-heads.module.js';
import { Checkouts } from './checkouts.provider.js';
import { CreatePayment } from './create-payment.usecase.js';
import { FailedRefunds } from './failed-refunds.provider.js';
import { ForgetPayments } from './forget-payments.usecase.js';
import { ForgetOrderKeys } from './forget-order-keys.usecase.js';
import { Fulfilment } from './fulfilment.provider.js';
import { GetPayment } from './get-payment.usecase.js';
import { GetReceipt } from './get-receipt.usecase.js';
import { KeyedOrders } from './keyed-orders.provider.js';
import { ListPayments } from './list-payments.usecase.js';
import { LookAtPayment } from './look-at-payment.usecase.js';
import { OrderKeysRepository } from './order-keys.repository.js';
import { PaymentLooks } from './payment-looks.repository.js';
import { PaymentMethods } from './payment-methods.provider.js';
import { PaymentsController } from './payments.controller.js';
import { PaymentsRepository } from './payments.repository.js';
import { ReplacedCheckouts } from './replaced-checkouts.provider.js';
import { Reversals } from './reversals.provider.js';
import { SettlePayment } from './settle-payment.usecase.js';

@Module({
  imports: [LedgerModule, QuotesModule, StripeModule, SubscriptionsModule, UsageHeadsModule],
  controllers: [PaymentsController],
  providers: [
    PaymentsRepository,
    PaymentMethods,
    Fulfilment,
    Reversals,
    RefundsRepository,
    FailedRefunds,
    SettlePayment,
    PaymentLooks,
    LookAtPayment,
    Checkouts,
    ReplacedCheckouts,
    OrderKeysRepository,
    KeyedOrders,
    ForgetOrderKeys,
    CreatePayment,
    GetPayment,
    ListPayments,
    GetReceipt,
    ForgetPayments,
  ],
  exports: [
    PaymentsRepository,
    OrderKeysRepository,
    RefundsRepository,
    Reversals,
    SettlePayment,
    PaymentLooks,
    LookAtPayment,
  ],
})
export class PaymentsModule {}
