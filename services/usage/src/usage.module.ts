import { type DynamicModule, Module } from '@nestjs/common';
import { FoundationModule, type ModuleParts } from '@precis/runtime/foundation.module';
import { ActivityModule } from './activity/activity.module.js';
import { AuthAccounts } from './batches/auth-accounts.client.js';
import { BatchesModule } from './batches/batches.module.js';
import { BatchPlaces } from './batches/batch-runner.js';
import { BatchLimits } from './batches/create-batch.usecase.js';
import { SummarisationJobs } from './batches/summarisation-jobs.client.js';
import type { UsageConfig } from './config.js';
import { ErasureModule } from './erasure/erasure.module.js';
import { QuotaModule } from './quota/quota.module.js';
import { RequestsModule } from './requests/requests.module.js';
import { StatementModule } from './statement/statement.module.js';
import { SummariesModule } from './summaries/summaries.module.js';
import { BillingClient } from './timetables/billing.client.js';
import { TimetablesModule } from './timetables/timetables.module.js';

@Module({})
export class UsageModule {
  static with(parts: ModuleParts<UsageConfig>): DynamicModule {
    const { config } = parts;
    const billing = new BillingClient(config.BILLING_ADDRESS, config.CALLER_SECRET);
    const jobs = new SummarisationJobs(config.SUMMARISATION_ADDRESS, config.CALLER_SECRET);
    const accounts = new AuthAccounts(config.AUTH_ADDRESS, config.CALLER_SECRET);
    return {
      module: UsageModule,
      imports: [
        FoundationModule.with(
          parts,
          [BillingClient, billing],
          [SummarisationJobs, jobs],
          [AuthAccounts, accounts],
          [BatchLimits, new BatchLimits(config.BATCHES_PER_ACCOUNT, config.BATCHES_PER_DAY, config.BATCH_ITEMS_OPEN)],
          [BatchPlaces, new BatchPlaces(config.BATCH_ITEMS_AT_ONCE)],
        ),
        QuotaModule,
        BatchesModule,
        TimetablesModule,
        ActivityModule,
        SummariesModule,
        RequestsModule,
        StatementModule,
        ErasureModule,
      ],
    };
  }
}
