import type { Service } from '@precis/events/start-service';
import { BillingServiceService } from '@precis/proto/billing/v1/billing';
import { BillingModule } from './billing.module.js';
import { type BillingConfig, processSchema } from './config.js';
import { openDatabase } from './database.js';
import { PlansRepository } from './plans/plans.repository.js';
import { SeedPlansUsecase } from './plans/seed-plans.usecase.js';

export const billing: Service<BillingConfig> = {
  name: 'billing',
  processSchema,
  openDatabase,
  beforeStart: ({ database }) => new SeedPlansUsecase(database, new PlansRepository()).run(),
  module: ({ database, clock }) => BillingModule.over(database, clock),
  rpc: { 'billing.v1': BillingServiceService },
  publishes: true,
  consumes: true,
};
