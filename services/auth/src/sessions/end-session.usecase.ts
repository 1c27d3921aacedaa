import { Injectable } from '@nestjs/common';
import type { Visitor } from '@precis/proto/auth/v1/auth';
import { Clock } from '@precis/runtime/clock';
import { inTransaction } from '@precis/runtime/database';
import { isUuid } from '@precis/runtime/uuid';
import { DataSource } from 'typeorm';
import { ActivityLog } from '../activity/activity-log.provider.js';
import { UsersRepository } from '../users/users.repository.js';
import { sessionNotFound } from './sessions.errors.js';
import { SessionsRepository } from './sessions.repository.js';

/** Ends one session of the account (ACC-37). Ending it again succeeds; another account's session is not found. */
@Injectable()
export class EndSession {
  constructor(
    private readonly database: DataSource,
    private readonly users: UsersRepository,
    private readonly sessions: SessionsRepository,
    private readonly activity: ActivityLog,
    private readonly clock: Clock,
  ) {}

  async execute(accountId: string, sessionId: string, visitor?: Visitor): Promise<void> {
    if (!isUuid(accountId) || !isUuid(sessionId)) throw sessionNotFound();
    const now = this.clock.now();
    await inTransaction(this.database, async (manager) => {
      const user = await this.users.lockById(manager, accountId);
      const session = user && (await this.sessions.ofAccount(manager, user.id, sessionId));
      if (!session) throw sessionNotFound();
      if (!session.isLive(now)) return;
      await this.sessions.end(manager, [session.id]);
      await this.activity.note(manager, user.id, 'session-ended', now, { visitor });
    });
  }
}
