import type { Service } from '@precis/events/start-service';
import { BillingServiceService } from '@precis/proto/billing/v1/billing';
import { BillingModule } from './billing.module.js';
import { type BillingConfig, processSchema } from './config.js';
import { openDatabase } from './database.js';
import { PlansRepository } from './plans/plans.repository.js';
import { SeedPlans } from './plans/seed-plans.usecase.js';
import { ForgetQuotes } from './quotes/forget-quotes.usecase.js';

const FORGET_EVERY_MS = 600_000;

export const billing: Service<BillingConfig> = {
  name: 'billing',
  processSchema,
  openDatabase,
  beforeStart: ({ database }) => new SeedPlans(database, new PlansRepository()).execute(),
  module: BillingModule.with,
  rpc: { 'billing.v1': BillingServiceService },
  publishes: true,
  consumes: true,
  everyMs: [[FORGET_EVERY_MS, ForgetQuotes]],
};
