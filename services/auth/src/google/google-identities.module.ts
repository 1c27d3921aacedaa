import { Module } from '@nestjs/common';
import { ActivityModule } from '../activity/activity.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { UsersModule } from '../users/users.module.js';
import { ForeignIdentities } from './foreign-identities.provider.js';
import { GoogleIdentitiesController } from './google-identities.controller.js';
import { ListGoogleIdentities } from './list-google-identities.usecase.js';
import { UnlinkGoogle } from './unlink-google.usecase.js';

/** Lists and removes the Google identities of accounts. It also works where Google sign-in is no longer configured. */
@Module({
  imports: [UsersModule, SessionsModule, ActivityModule],
  controllers: [GoogleIdentitiesController],
  providers: [ForeignIdentities, ListGoogleIdentities, UnlinkGoogle],
  exports: [ForeignIdentities],
})
export class GoogleIdentitiesModule {}
