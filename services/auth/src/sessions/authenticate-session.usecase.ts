import { Injectable } from '@nestjs/common';
import { Clock } from '@precis/runtime/clock';
import { isUuid } from '@precis/runtime/uuid';
import type { Session } from './session.entity.js';
import { sessionInvalid } from './sessions.errors.js';
import { SessionsRepository } from './sessions.repository.js';

/** Says whether a session that its signature proves is still alive. */
@Injectable()
export class AuthenticateSession {
  constructor(
    private readonly sessions: SessionsRepository,
    private readonly clock: Clock,
  ) {}

  async execute(sessionId: string): Promise<Session> {
    const session = isUuid(sessionId) ? await this.sessions.byId(sessionId) : null;
    if (!session?.isLive(this.clock.now())) throw sessionInvalid();
    return session;
  }
}
