import { type DynamicModule, Module } from '@nestjs/common';
import { FoundationModule, type ModuleParts } from '@precis/runtime/foundation.module';
import { ActivityModule } from './activity/activity.module.js';
import type { UsageConfig } from './config.js';
import { ErasureModule } from './erasure/erasure.module.js';
import { QuotaModule } from './quota/quota.module.js';
import { RequestsModule } from './requests/requests.module.js';
import { StatementModule } from './statement/statement.module.js';
import { SummariesModule } from './summaries/summaries.module.js';
import { BillingClient } from './timetables/billing-timetables.provider.js';
import { TimetablesModule } from './timetables/timetables.module.js';

@Module({})
export class UsageModule {
  static with(parts: ModuleParts<UsageConfig>): DynamicModule {
    const billing = new BillingClient(parts.config.BILLING_ADDRESS, parts.config.CALLER_SECRET);
    return {
      module: UsageModule,
      imports: [
        FoundationModule.with(parts, [BillingClient, billing]),
        QuotaModule,
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
