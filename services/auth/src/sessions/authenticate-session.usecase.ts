import { Injectable } from '@nestjs/common';
import { Clock } from '@precis/runtime/clock';
import { isUuid } from '@precis/runtime/uuid';
import { refuseAccess } from '../users/user.entity.js';
import { sessionIsLive } from './session-life.rule.js';
import { sessionInvalid } from './sessions.errors.js';
import { type SessionState, SessionsRepository } from './sessions.repository.js';

/** Returns a live session (ACC-20) whose account may be used (ACC-32); the gateway has verified the token's signature before. */
@Injectable()
export class AuthenticateSession {
  constructor(
    private readonly sessions: SessionsRepository,
    private readonly clock: Clock,
  ) {}

  async execute(sessionId: string): Promise<SessionState> {
    const session = isUuid(sessionId) ? await this.sessions.stateOf(sessionId) : undefined;
    if (!session || !sessionIsLive(session, this.clock.now())) throw sessionInvalid();
    refuseAccess(session);
    return session;
  }
}
