import { Module } from '@nestjs/common';
import { ActivityModule } from '../activity/activity.module.js';
import { ApiKeysModule } from '../api-keys/api-keys.module.js';
import { LoginGuardModule } from '../login-guard/login-guard.module.js';
import { MailLinksModule } from '../mail-links/mail-links.module.js';
import { ProfileModule } from '../profile/profile.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { UsersModule } from '../users/users.module.js';
import { RegisterUser } from './register-user.usecase.js';
import { RegistrationController } from './registration.controller.js';
import { ResendVerification } from './resend-verification.usecase.js';
import { SeedAccount } from './seed-account.usecase.js';
import { VerifyEmail } from './verify-email.usecase.js';

@Module({
  imports: [
    ActivityModule,
    UsersModule,
    LoginGuardModule,
    MailLinksModule,
    ProfileModule,
    SessionsModule,
    ApiKeysModule,
  ],
  controllers: [RegistrationController],
  providers: [RegisterUser, VerifyEmail, ResendVerification, SeedAccount],
})
export class RegistrationModule {}
