import { Injectable } from '@nestjs/common';
import { Clock } from '@precis/runtime/clock';
import { isUuid } from '@precis/runtime/uuid';
import type { Session } from './session.entity.js';
import { SessionsRepository } from './sessions.repository.js';

/** Most sessions shown; an account with more is used by a program. */
const MOST_SHOWN = 100;

/** The live sessions of an account, newest first (ACC-37). */
@Injectable()
export class ListSessions {
  constructor(
    private readonly sessions: SessionsRepository,
    private readonly clock: Clock,
  ) {}

  async execute(accountId: string): Promise<Session[]> {
    return isUuid(accountId) ? this.sessions.live(accountId, this.clock.now(), MOST_SHOWN) : [];
  }
}
