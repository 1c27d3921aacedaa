import { type DynamicModule, Module } from '@nestjs/common';
import { FoundationModule, type ModuleParts } from '@precis/runtime/foundation.module';
import { AttributionModule } from './attribution/attribution.module.js';
import { CodesModule } from './codes/codes.module.js';
import { CommissionsModule } from './commissions/commissions.module.js';
import type { ReferralsConfig } from './config.js';

@Module({})
export class ReferralsModule {
  static with(parts: ModuleParts<ReferralsConfig>): DynamicModule {
    return {
      module: ReferralsModule,
      imports: [FoundationModule.with(parts), CodesModule, AttributionModule, CommissionsModule],
    };
  }
}
