import { Module } from '@nestjs/common';
import { ActivityModule } from '../activity/activity.module.js';
import { GoogleIdentitiesModule } from '../google/google-identities.module.js';
import { LoginGuardModule } from '../login-guard/login-guard.module.js';
import { MailLinksModule } from '../mail-links/mail-links.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { UsersModule } from '../users/users.module.js';
import { CurrentPassword } from './current-password.provider.js';
import { ForgotPassword } from './forgot-password.usecase.js';
import { PasswordsController } from './passwords.controller.js';
import { ResetPassword } from './reset-password.usecase.js';
import { UpdatePassword } from './update-password.usecase.js';

@Module({
  imports: [ActivityModule, UsersModule, LoginGuardModule, MailLinksModule, SessionsModule, GoogleIdentitiesModule],
  controllers: [PasswordsController],
  providers: [CurrentPassword, ForgotPassword, ResetPassword, UpdatePassword],
  exports: [CurrentPassword],
})
export class PasswordsModule {}
