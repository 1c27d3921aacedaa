import { Module } from '@nestjs/common';
import { ReferralModule } from '../referral/referral.module.js';
import { WalletModule } from '../wallet/wallet.module.js';
import { ApiKeyController } from './api-key.controller.js';
import { AuthController } from './auth.controller.js';
import { GoogleIdentitiesController } from './google-identities.controller.js';
import { GoogleLinkController } from './google-link.controller.js';
import { GoogleController } from './google.controller.js';
import { MailedLinkController } from './mailed-link.controller.js';
import { PasswordController } from './password.controller.js';
import { SessionsController } from './sessions.controller.js';

@Module({
  imports: [WalletModule, ReferralModule],
  controllers: [
    AuthController,
    MailedLinkController,
    PasswordController,
    SessionsController,
    GoogleController,
    GoogleLinkController,
    GoogleIdentitiesController,
    ApiKeyController,
  ],
})
export class AuthModule {}
