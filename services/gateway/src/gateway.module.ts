import { type DynamicModule, Module } from '@nestjs/common';
import { AdmissionModule } from './admission/admission.module.js';
import { AuthModule } from './auth/auth.module.js';
import { type Foundation, FoundationModule } from './foundation.module.js';
import { InfoModule } from './info/info.module.js';
import { SubscriptionModule } from './subscription/subscription.module.js';
import { UsageModule } from './usage/usage.module.js';
import { YoutubeModule } from './youtube/youtube.module.js';

/** One module per feature. Admission is called by the hooks of http/, which create-app.ts installs. */
@Module({
  imports: [AuthModule, SubscriptionModule, UsageModule, YoutubeModule, InfoModule, AdmissionModule],
})
export class GatewayModule {
  static on(foundation: Foundation): DynamicModule {
    return { module: GatewayModule, imports: [FoundationModule.with(foundation)] };
  }
}
