import type { Service } from '@precis/events/start-service';
import { BillingServiceService } from '@precis/proto/billing/v1/billing';
import { BillingModule } from './billing.module.js';
import { type BillingConfig, processSchema } from './config.js';
import { openDatabase } from './database.js';
import { DeleteStripeCustomers } from './erasure/delete-stripe-customers.usecase.js';
import { ForgetOrderKeys } from './payments/forget-order-keys.usecase.js';
import { ForgetPayments } from './payments/forget-payments.usecase.js';
import { PlansRepository } from './plans/plans.repository.js';
import { ForgetProviderEvents } from './provider-events/forget-provider-events.usecase.js';
import { ReconcilePayments } from './provider-events/reconcile-payments.usecase.js';
import { SweepCompletedPayments } from './provider-events/sweep-completed-payments.usecase.js';
import { SeedPlans } from './plans/seed-plans.usecase.js';
import { ForgetQuotes } from './quotes/forget-quotes.usecase.js';
import { ResumeRefunds } from './refunds/resume-refunds.usecase.js';
import { AnnounceEndings } from './reminders/announce-endings.usecase.js';

const MINUTE_MS = 60_000;

export const billing: Service<BillingConfig> = {
  name: 'billing',
  processSchema,
  openDatabase,
  beforeStart: ({ database }) => new SeedPlans(database, new PlansRepository()).execute(),
  module: BillingModule.with,
  rpc: { 'billing.v1': BillingServiceService },
  publishes: true,
  consumes: true,
  everyMs: [
    [10 * MINUTE_MS, ForgetQuotes],
    [MINUTE_MS, ResumeRefunds],
    [MINUTE_MS / 2, AnnounceEndings],
    [MINUTE_MS, ReconcilePayments],
    [10 * MINUTE_MS, SweepCompletedPayments],
    [10 * MINUTE_MS, ForgetProviderEvents],
    [10 * MINUTE_MS, ForgetPayments],
    [10 * MINUTE_MS, ForgetOrderKeys],
    [MINUTE_MS, DeleteStripeCustomers],
  ],
};
