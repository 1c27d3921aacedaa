import type { Service } from '@precis/events/start-service';
import { BillingServiceService } from '@precis/proto/billing/v1/billing';
import { BillingModule } from './billing.module.js';
import { type BillingConfig, processSchema } from './config.js';
import { openDatabase } from './database.js';
import { PlansRepository } from './plans/plans.repository.js';
import { SeedPlans } from './plans/seed-plans.usecase.js';
import { ForgetQuotes } from './quotes/forget-quotes.usecase.js';
import { ResumeRefunds } from './refunds/resume-refunds.usecase.js';
import { AnnounceEndings } from './reminders/announce-endings.usecase.js';

const RESUME_EVERY_MS = 60_000;
const REMIND_EVERY_MS = 30_000;
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
  everyMs: [
    [RESUME_EVERY_MS, ResumeRefunds],
    [REMIND_EVERY_MS, AnnounceEndings],
    [FORGET_EVERY_MS, ForgetQuotes],
  ],
};
