import { type DynamicModule, Module } from '@nestjs/common';
import type { Clock } from '@precis/runtime/clock';
import type { DataSource } from 'typeorm';
import { ApiKeysModule } from './api-keys/api-keys.module.js';
import type { AuthConfig } from './config.js';
import { FoundationModule } from './foundation.module.js';
import { MailLinksModule } from './mail-links/mail-links.module.js';
import { RegistrationModule } from './registration/registration.module.js';
import { RetentionModule } from './retention/retention.module.js';
import { RevocationsModule } from './revocations/revocations.module.js';
import { SessionsModule } from './sessions/sessions.module.js';
import { UsersModule } from './users/users.module.js';

@Module({})
class AuthModule {}

export function authModule(config: AuthConfig, database: DataSource, clock: Clock): DynamicModule {
  return {
    module: AuthModule,
    imports: [
      FoundationModule.with(config, database, clock),
      UsersModule,
      ApiKeysModule,
      MailLinksModule,
      SessionsModule,
      RevocationsModule,
      RegistrationModule,
      RetentionModule,
    ],
  };
}
