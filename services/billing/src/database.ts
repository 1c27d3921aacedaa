import { serviceDatabase } from '@precis/events/schema/service-database';
import { BillingTables1700000000101 } from './migrations/1700000000101-billing-tables.js';
import { QuotesAndPaidTerms1700000000103 } from './migrations/1700000000103-quotes-and-paid-terms.js';
import { Plan } from './plans/plan.entity.js';
import { Quote } from './quotes/quote.entity.js';
import { Subscription } from './subscriptions/subscription.entity.js';
import { Term } from './subscriptions/term.entity.js';

export const openDatabase = serviceDatabase({
  entities: [Plan, Subscription, Term, Quote],
  migrations: [BillingTables1700000000101, QuotesAndPaidTerms1700000000103],
});
