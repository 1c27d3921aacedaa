import { Module } from '@nestjs/common';
import { ActivityModule } from '../activity/activity.module.js';
import { LoginGuardModule } from '../login-guard/login-guard.module.js';
import { UsersModule } from '../users/users.module.js';
import { AuthenticateSession } from './authenticate-session.usecase.js';
import { EndSession } from './end-session.usecase.js';
import { EndSessions } from './end-sessions.usecase.js';
import { ListSessions } from './list-sessions.usecase.js';
import { LogInUser } from './log-in-user.usecase.js';
import { LogOutUser } from './log-out-user.usecase.js';
import { SessionOpener } from './session-opener.provider.js';
import { SessionTokens } from './session-tokens.provider.js';
import { SessionsController } from './sessions.controller.js';
import { SessionsRepository } from './sessions.repository.js';
import { SigningKeysRepository } from './signing-keys.repository.js';

@Module({
  imports: [UsersModule, ActivityModule, LoginGuardModule],
  controllers: [SessionsController],
  providers: [
    SessionsRepository,
    SigningKeysRepository,
    SessionTokens,
    SessionOpener,
    LogInUser,
    LogOutUser,
    ListSessions,
    EndSession,
    EndSessions,
    AuthenticateSession,
  ],
  exports: [SessionOpener, SessionTokens, SessionsRepository],
})
export class SessionsModule {}
