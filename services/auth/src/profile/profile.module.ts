import { Module } from '@nestjs/common';
import { ActivityModule } from '../activity/activity.module.js';
import { GoogleIdentitiesModule } from '../google/google-identities.module.js';
import { LoginGuardModule } from '../login-guard/login-guard.module.js';
import { MailLinksModule } from '../mail-links/mail-links.module.js';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { UsersModule } from '../users/users.module.js';
import { ConfirmEmailChange } from './confirm-email-change.usecase.js';
import { FreedAddresses } from './freed-addresses.provider.js';
import { ProfileController } from './profile.controller.js';
import { UndoEmailChange } from './undo-email-change.usecase.js';
import { UpdateProfile } from './update-profile.usecase.js';

@Module({
  imports: [
    ActivityModule,
    UsersModule,
    LoginGuardModule,
    MailLinksModule,
    PasswordsModule,
    SessionsModule,
    GoogleIdentitiesModule,
  ],
  controllers: [ProfileController],
  providers: [FreedAddresses, UpdateProfile, ConfirmEmailChange, UndoEmailChange],
  exports: [ConfirmEmailChange],
})
export class ProfileModule {}
