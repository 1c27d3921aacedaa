import { Injectable } from '@nestjs/common';
import { isUuid } from '@precis/runtime/uuid';
import { SessionsRepository } from './sessions.repository.js';

/** Ends a session. Ending it again, or one that never was, is the same success: the caller wants it gone. */
@Injectable()
export class Logout {
  constructor(private readonly sessions: SessionsRepository) {}

  async execute(sessionId: string): Promise<void> {
    if (isUuid(sessionId)) await this.sessions.revoke(sessionId);
  }
}
