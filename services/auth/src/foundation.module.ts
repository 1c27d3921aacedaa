import { type DynamicModule, Module } from '@nestjs/common';
import { Clock } from '@precis/runtime/clock';
import { DataSource } from 'typeorm';
import { ApiKeySecrets } from './api-keys/api-key-secrets.provider.js';
import { KeyTerms } from './api-keys/key-maker.provider.js';
import type { AuthConfig } from './config.js';
import { MailLinkTokens } from './mail-links/mail-link-tokens.provider.js';
import { PasswordHasher } from './passwords/password-hasher.provider.js';
import { PasswordPolicy } from './passwords/password-policy.provider.js';
import { SessionTerms } from './sessions/session-opener.provider.js';
import { UserEvents } from './users/user-events.provider.js';
import { Vault } from './vault/vault.provider.js';

/** What is built from configuration, once per application; everything else is wired by Nest. */
@Module({})
export class FoundationModule {
  static with(config: AuthConfig, database: DataSource, clock: Clock): DynamicModule {
    const vault = new Vault(config.KEY_ENCRYPTION_KEYS, config.KEY_ENCRYPTION_CURRENT);
    const values: [object, object][] = [
      [DataSource, database],
      [Clock, clock],
      [Vault, vault],
      [ApiKeySecrets, new ApiKeySecrets(config.API_KEY_PEPPER, vault)],
      [KeyTerms, new KeyTerms(config.API_KEYS_PER_DAY)],
      [MailLinkTokens, new MailLinkTokens(config.PUBLIC_URL, config.LINK_SECRET)],
      [PasswordPolicy, new PasswordPolicy(config.PASSWORD_BLOCKLIST === 'on')],
      [PasswordHasher, new PasswordHasher()],
      [SessionTerms, new SessionTerms(config.SESSION_TTL_SECONDS)],
      [UserEvents, new UserEvents(config.EMAIL_HASH_SECRET)],
    ];
    const providers = values.map(([provide, useValue]) => ({ provide: provide as never, useValue }));
    return { module: FoundationModule, global: true, providers, exports: providers };
  }
}
