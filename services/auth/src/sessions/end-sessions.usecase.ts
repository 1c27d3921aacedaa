import { Injectable } from '@nestjs/common';
import type { Visitor } from '@precis/proto/auth/v1/auth';
import { Clock } from '@precis/runtime/clock';
import { inTransaction } from '@precis/runtime/database';
import { isUuid } from '@precis/runtime/uuid';
import { DataSource } from 'typeorm';
import { ActivityLog } from '../activity/activity-log.provider.js';
import { accountNotFound } from '../users/users.errors.js';
import { UsersRepository } from '../users/users.repository.js';
import { sessionNotFound } from './sessions.errors.js';
import { SessionsRepository } from './sessions.repository.js';

/** Ends every session of the account, or all except the named one (ACC-37). Returns how many were live. */
@Injectable()
export class EndSessions {
  constructor(
    private readonly database: DataSource,
    private readonly users: UsersRepository,
    private readonly sessions: SessionsRepository,
    private readonly activity: ActivityLog,
    private readonly clock: Clock,
  ) {}

  /** `exceptId` empty: all. A malformed id is refused, because otherwise all would end, including the caller's. */
  async execute(accountId: string, exceptId: string, visitor?: Visitor): Promise<number> {
    if (exceptId !== '' && !isUuid(exceptId)) throw sessionNotFound();
    const now = this.clock.now();
    return inTransaction(this.database, async (manager) => {
      const user = isUuid(accountId) ? await this.users.lockById(manager, accountId) : null;
      if (!user) throw accountNotFound();
      const ends = await this.sessions.endAll(manager, user.id, exceptId);
      const ended = ends.filter((end) => now < end).length;
      if (ended > 0) await this.activity.note(manager, user.id, 'sessions-ended', now, { visitor });
      return ended;
    });
  }
}
