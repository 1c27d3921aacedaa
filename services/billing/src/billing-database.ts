import { EVENT_MIGRATIONS } from '@precis/events/schema/event-migrations';
import { openDatabase } from '@precis/runtime/database';
import type { DataSource } from 'typeorm';
import { BillingTables1700000000101 } from './migrations/billing-tables.migration.js';
import { Plan } from './plans/plan.entity.js';
import { Subscription } from './subscriptions/subscription.entity.js';
import { Term } from './subscriptions/term.entity.js';

/** Billing's own database, not yet migrated. */
export async function openBillingDatabase(url: string): Promise<DataSource> {
  return openDatabase({
    url,
    entities: [Plan, Subscription, Term],
    migrations: [...EVENT_MIGRATIONS, BillingTables1700000000101],
  });
}
