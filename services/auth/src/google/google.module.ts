import { Module } from '@nestjs/common';
import { ActivityModule } from '../activity/activity.module.js';
import { LoginGuardModule } from '../login-guard/login-guard.module.js';
import { MailLinksModule } from '../mail-links/mail-links.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { UsersModule } from '../users/users.module.js';
import { BeginGoogle } from './begin-google.usecase.js';
import { GoogleIdentitiesModule } from './google-identities.module.js';
import { KeepByGoogle } from './keep-by-google.usecase.js';
import { LinkGoogle } from './link-google.usecase.js';
import { FinishGoogle } from './finish-google.usecase.js';
import { GoogleAccounts } from './google-accounts.provider.js';
import { GoogleProvider } from './google-provider.provider.js';
import { GoogleController } from './google.controller.js';
import { HandoffTokens } from './handoff-tokens.provider.js';
import { IdTokenVerifier } from './id-token.verifier.js';
import { OauthTransactionsRepository } from './oauth-transactions.repository.js';
import { RedeemHandoff } from './redeem-handoff.usecase.js';

@Module({
  imports: [UsersModule, LoginGuardModule, MailLinksModule, SessionsModule, ActivityModule, GoogleIdentitiesModule],
  controllers: [GoogleController],
  providers: [
    GoogleProvider,
    IdTokenVerifier,
    OauthTransactionsRepository,
    GoogleAccounts,
    HandoffTokens,
    BeginGoogle,
    FinishGoogle,
    LinkGoogle,
    KeepByGoogle,
    RedeemHandoff,
  ],
})
export class GoogleModule {}
