import { Module } from '@nestjs/common';
import { ActivityModule } from '../activity/activity.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { UsersModule } from '../users/users.module.js';
import { ForeignIdentities } from './foreign-identities.provider.js';
import { GoogleIdentitiesController } from './google-identities.controller.js';
import { ListGoogleIdentities } from './list-google-identities.usecase.js';
import { UnlinkGoogle } from './unlink-google.usecase.js';

/** The identities that accounts have: also where nobody can sign in by Google any more, they are listed and removed. */
@Module({
  imports: [UsersModule, SessionsModule, ActivityModule],
  controllers: [GoogleIdentitiesController],
  providers: [ForeignIdentities, ListGoogleIdentities, UnlinkGoogle],
  exports: [ForeignIdentities],
})
export class GoogleIdentitiesModule {}
