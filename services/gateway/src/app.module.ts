import { type DynamicModule, Module } from '@nestjs/common';
import { type Clock, SystemClock } from '@precis/runtime/clock';
import { createLogger, type Logger } from '@precis/runtime/logger';
import { AccountPlans } from './admission/account-plans.js';
import { Admission } from './admission/admission.js';
import { Credentials } from './admission/credentials.js';
import { HolderLease } from './admission/holder-lease.js';
import { MeteredCall } from './admission/metered-call.usecase.js';
import { PendingReleases } from './admission/pending-releases.js';
import { QuotaHeaders } from './admission/quota-headers.js';
import { RevocationPoll } from './admission/revocation-poll.js';
import { SessionTokenVerifier } from './admission/session-token.verifier.js';
import { UsageOperations } from './admission/usage-operations.client.js';
import { ApiKeyController } from './api-key/api-key.controller.js';
import { AuthController } from './auth/auth.controller.js';
import { GATEWAY_CONFIG, type GatewayConfig } from './config.js';
import { HealthController } from './info/health.controller.js';
import { InfoController } from './info/info.controller.js';
import { Readiness } from './info/readiness.js';
import { PagesController } from './pages/pages.controller.js';
import { rpcProviders } from './rpc-clients.js';
import { SubscriptionController } from './subscription/subscription.controller.js';
import { throttleLimitsOf } from './throttle/throttle-limits.js';
import { Throttle } from './throttle/throttle.js';
import { UsageController } from './usage/usage.controller.js';
import { YoutubeController } from './youtube/youtube.controller.js';
import { AUTH, BILLING, USAGE, SUMMARISATION } from './rpc-clients.js';

@Module({})
export class AppModule {
  static with(
    config: GatewayConfig,
    logger: Logger = createLogger('gateway'),
    throttle: Throttle = new Throttle(throttleLimitsOf(config)),
    clock: Clock = new SystemClock(),
  ): DynamicModule {
    return {
      module: AppModule,
      controllers: [
        AuthController,
        ApiKeyController,
        SubscriptionController,
        UsageController,
        YoutubeController,
        InfoController,
        HealthController,
        PagesController,
      ],
      providers: [
        { provide: GATEWAY_CONFIG, useValue: config },
        ...rpcProviders(config),
        { provide: Throttle, useValue: throttle },
        { provide: RevocationPoll, useFactory: (auth) => new RevocationPoll(auth, logger), inject: [AUTH] },
        { provide: SessionTokenVerifier, useFactory: (auth) => new SessionTokenVerifier(auth, clock), inject: [AUTH] },
        {
          provide: Credentials,
          useFactory: (auth, sessions, revocations) => new Credentials(auth, sessions, revocations, clock),
          inject: [AUTH, SessionTokenVerifier, RevocationPoll],
        },
        { provide: AccountPlans, useFactory: (billing) => new AccountPlans(billing, logger), inject: [BILLING] },
        { provide: UsageOperations, useFactory: (usage) => new UsageOperations(usage), inject: [USAGE] },
        { provide: HolderLease, useFactory: (usage) => new HolderLease(usage, logger), inject: [USAGE] },
        {
          provide: PendingReleases,
          useFactory: (operations) => new PendingReleases(operations, logger),
          inject: [UsageOperations],
        },
        {
          provide: MeteredCall,
          useFactory: (summarisation, usage, lease, releases) => new MeteredCall(summarisation, usage, lease, releases),
          inject: [SUMMARISATION, UsageOperations, HolderLease, PendingReleases],
        },
        Admission,
        QuotaHeaders,
        Readiness,
      ],
    };
  }
}
