import { Module } from '@nestjs/common';
import { ActivityModule } from '../activity/activity.module.js';
import { MailLinksModule } from '../mail-links/mail-links.module.js';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { UsersModule } from '../users/users.module.js';
import { ConfirmEmailChange } from './confirm-email-change.usecase.js';
import { ProfileController } from './profile.controller.js';
import { UpdateProfile } from './update-profile.usecase.js';

@Module({
  imports: [ActivityModule, UsersModule, MailLinksModule, PasswordsModule, SessionsModule],
  controllers: [ProfileController],
  providers: [UpdateProfile, ConfirmEmailChange],
  exports: [ConfirmEmailChange],
})
export class ProfileModule {}
