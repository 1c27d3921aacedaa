import { type DynamicModule, Module } from '@nestjs/common';
import { FoundationModule, type ModuleParts } from '@precis/runtime/foundation.module';
import { AccountsModule } from './accounts/accounts.module.js';
import { ExportSettings } from './accounts/export-account.usecase.js';
import { ApiKeySecrets } from './api-keys/api-key-secrets.provider.js';
import { ApiKeysModule } from './api-keys/api-keys.module.js';
import { KeySettings } from './api-keys/key-maker.provider.js';
import type { AuthConfig } from './config.js';
import { GuessSecret } from './login-guard/login-guard.provider.js';
import { GoogleSettings, readGoogleSettings } from './google/google-client.js';
import { GoogleModule } from './google/google.module.js';
import { BrowserMarks } from './mail-links/browser-marks.provider.js';
import { MailLinkTokens } from './mail-links/mail-link-tokens.provider.js';
import { MailLinksModule } from './mail-links/mail-links.module.js';
import { OperatorsModule } from './operators/operators.module.js';
import { Passwords } from './passwords/passwords.provider.js';
import { hashCostOf } from './passwords/password-hashing.js';
import { PasswordsModule } from './passwords/passwords.module.js';
import { ProfileModule } from './profile/profile.module.js';
import { RegistrationModule } from './registration/registration.module.js';
import { RetentionModule } from './retention/retention.module.js';
import { RevocationsModule } from './revocations/revocations.module.js';
import { SessionSettings } from './sessions/session-opener.provider.js';
import { SessionsModule } from './sessions/sessions.module.js';
import { UserEvents } from './users/user-events.provider.js';
import { UsersModule } from './users/users.module.js';
import { Vault } from '@precis/runtime/vault/vault.provider';

@Module({})
export class AuthModule {
  static with(parts: ModuleParts<AuthConfig>): DynamicModule {
    const { config } = parts;
    const vault = new Vault(config.KEY_ENCRYPTION_KEYS, config.KEY_ENCRYPTION_CURRENT);
    const foundation = FoundationModule.with(
      parts,
      [Vault, vault],
      [ApiKeySecrets, new ApiKeySecrets(config.API_KEY_PEPPER, vault)],
      [ExportSettings, new ExportSettings(config.EXPORTS_PER_HOUR)],
      [KeySettings, new KeySettings(config.API_KEYS_PER_DAY)],
      [GuessSecret, new GuessSecret(config.EMAIL_HASH_SECRET)],
      [GoogleSettings, readGoogleSettings(config)],
      [MailLinkTokens, new MailLinkTokens(config.PUBLIC_URL, config.LINK_SECRET)],
      [BrowserMarks, new BrowserMarks(config.LINK_SECRET)],
      [Passwords, new Passwords(config.PASSWORD_BLOCKLIST === 'on', hashCostOf(config))],
      [SessionSettings, new SessionSettings(config.SESSION_TTL_SECONDS)],
      [UserEvents, new UserEvents(config.EMAIL_HASH_SECRET)],
    );
    return {
      module: AuthModule,
      imports: [
        foundation,
        UsersModule,
        ApiKeysModule,
        MailLinksModule,
        SessionsModule,
        RevocationsModule,
        RegistrationModule,
        PasswordsModule,
        ProfileModule,
        AccountsModule,
        OperatorsModule,
        RetentionModule,
        GoogleModule,
      ],
    };
  }
}
