import { serviceDatabase } from '@precis/events/schema/service-database';
import { BillingTables1700000000101 } from './migrations/1700000000101-billing-tables.js';
import { Ledger1700000000102 } from './migrations/1700000000102-ledger.js';
import { QuotesAndPaidTerms1700000000103 } from './migrations/1700000000103-quotes-and-paid-terms.js';
import { Payments1700000000104 } from './migrations/1700000000104-payments.js';
import { ProviderEvents1700000000105 } from './migrations/1700000000105-provider-events.js';
import { Reminders1700000000107 } from './migrations/1700000000107-reminders.js';
import { Refunds1700000000108 } from './migrations/1700000000108-refunds.js';
import { ExtendingPayments1700000000109 } from './migrations/1700000000109-extending-payments.js';
import { FailedRefunds1700000000110 } from './migrations/1700000000110-failed-refunds.js';
import { PaymentIndexes1700000000111 } from './migrations/1700000000111-payment-indexes.js';
import { PaymentRetentionIndex1700000000112 } from './migrations/1700000000112-payment-retention-index.js';
import { ErasedStripeCustomers1700000000113 } from './migrations/1700000000113-erased-stripe-customers.js';
import { TermSources1700000000114 } from './migrations/1700000000114-term-sources.js';
import { UsageHeads1700000000116 } from './migrations/1700000000116-usage-heads.js';
import { Payment } from './payments/payment.entity.js';
import { Plan } from './plans/plan.entity.js';
import { Quote } from './quotes/quote.entity.js';
import { Refund } from './refunds/refund.entity.js';
import { Subscription } from './subscriptions/subscription.entity.js';
import { TermSource } from './subscriptions/term-source.entity.js';
import { Term } from './subscriptions/term.entity.js';
import { OrderKeys1700000000130 } from './migrations/1700000000130-order-keys.js';

export const openDatabase = serviceDatabase({
  entities: [Plan, Quote, Subscription, Term, TermSource, Payment, Refund],
  migrations: [
    BillingTables1700000000101,
    Ledger1700000000102,
    QuotesAndPaidTerms1700000000103,
    Payments1700000000104,
    ProviderEvents1700000000105,
    Reminders1700000000107,
    Refunds1700000000108,
    ExtendingPayments1700000000109,
    FailedRefunds1700000000110,
    PaymentIndexes1700000000111,
    PaymentRetentionIndex1700000000112,
    ErasedStripeCustomers1700000000113,
    TermSources1700000000114,
    UsageHeads1700000000116,
    OrderKeys1700000000130,
  ],
});
