import { type DynamicModule, Module } from '@nestjs/common';
import { SystemClock } from '@precis/runtime/clock';
import { FoundationModule, type ModuleParts } from '@precis/runtime/foundation.module';
import { AdmissionModule } from './admission/admission.module.js';
import { AuthModule } from './auth/auth.module.js';
import { GATEWAY_CONFIG, type GatewayConfig } from './config.js';
import { LargeBodies } from './http/large-bodies.js';
import { RequestMetrics } from './http/observe-requests.js';
import { SANDBOXED } from './info/info.controller.js';
import { InfoModule } from './info/info.module.js';
import { UserModule } from './user/user.module.js';
import { OutgoingWebhooksModule } from './outgoing-webhooks/outgoing-webhooks.module.js';
import { PaymentModule } from './payment/payment.module.js';
import { ReferralModule } from './referral/referral.module.js';
import { rpcClients } from './rpc-clients.js';
import { RequestsModule } from './requests/requests.module.js';
import { SubscriptionModule } from './subscription/subscription.module.js';
import { UsageModule } from './usage/usage.module.js';
import { WalletModule } from './wallet/wallet.module.js';
import { WebhooksModule } from './webhooks/webhooks.module.js';
import { YoutubeModule } from './youtube/youtube.module.js';

type GatewayParts = Omit<ModuleParts<GatewayConfig>, 'database' | 'clock'> &
  Partial<Pick<ModuleParts<unknown>, 'clock'>> & { sandboxed?: string[] };

/** Wires one module per feature. The hooks of http/, which create-app.ts installs, call admission. */
@Module({
  imports: [
    AuthModule,
    UserModule,
    SubscriptionModule,
    PaymentModule,
    WalletModule,
    ReferralModule,
    WebhooksModule,
    OutgoingWebhooksModule,
    UsageModule,
    RequestsModule,
    YoutubeModule,
    InfoModule,
    AdmissionModule,
  ],
})
export class GatewayModule {
  /** `clock`: the one that auth uses for the end of sessions; default: the wall clock. `sandboxed`: simulated parts, none by default. */
  static with({ config, logger, metrics, clock = new SystemClock(), sandboxed = [] }: GatewayParts): DynamicModule {
    const foundation = FoundationModule.with(
      { clock, logger, metrics },
      [GATEWAY_CONFIG, config],
      [RequestMetrics, new RequestMetrics(metrics)],
      [LargeBodies, new LargeBodies(config.UNCHARGED_SECONDS_PER_HOUR, logger)],
      [SANDBOXED, sandboxed],
      ...rpcClients(config),
    );
    return { module: GatewayModule, imports: [foundation] };
  }
}
