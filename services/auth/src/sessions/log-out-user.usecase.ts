import { Injectable } from '@nestjs/common';
import { isUuid } from '@precis/runtime/uuid';
import { SessionsRepository } from './sessions.repository.js';

/** Ends the caller's own session (ACC-21). Ending it again, or ending an unknown one, succeeds too. */
@Injectable()
export class LogOutUser {
  constructor(private readonly sessions: SessionsRepository) {}

  async execute(sessionId: string): Promise<void> {
    if (isUuid(sessionId)) await this.sessions.revoke(sessionId);
  }
}
