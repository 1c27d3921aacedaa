import { serviceDatabase } from '@precis/events/schema/service-database';
import { BillingTables1700000000101 } from './migrations/1700000000101-billing-tables.js';
import { ProviderEvents1700000000105 } from './migrations/1700000000105-provider-events.js';
import { Plan } from './plans/plan.entity.js';
import { Subscription } from './subscriptions/subscription.entity.js';
import { Term } from './subscriptions/term.entity.js';

export const openDatabase = serviceDatabase({
  entities: [Plan, Subscription, Term],
  migrations: [BillingTables1700000000101, ProviderEvents1700000000105],
});
