import { Module } from '@nestjs/common';
import { ReferralModule } from '../referral/referral.module.js';
import { WalletModule } from '../wallet/wallet.module.js';
import { ApiKeyController } from './api-key.controller.js';
import { AuthController } from './auth.controller.js';
import { GoogleController } from './google.controller.js';
import { PasswordController } from './password.controller.js';
import { SessionsController } from './sessions.controller.js';

@Module({
  imports: [WalletModule, ReferralModule],
  controllers: [AuthController, PasswordController, SessionsController, GoogleController, ApiKeyController],
})
export class AuthModule {}
