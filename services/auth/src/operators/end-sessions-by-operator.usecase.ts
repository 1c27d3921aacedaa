import { Injectable } from '@nestjs/common';
import type { Operator } from '@precis/proto/auth/v1/auth';
import { Clock } from '@precis/runtime/clock';
import { inTransaction } from '@precis/runtime/database';
import { isUuid } from '@precis/runtime/uuid';
import { DataSource } from 'typeorm';
import { ActivityLog } from '../activity/activity-log.provider.js';
import { SessionsRepository } from '../sessions/sessions.repository.js';
import { accountNotFound } from '../users/users.errors.js';
import { UsersRepository } from '../users/users.repository.js';
import { OperatorLog } from './operator-log.provider.js';

/** Ends every session of an account; its keys stay (ACC-45). Returns how many were live. */
@Injectable()
export class EndSessionsByOperator {
  constructor(
    private readonly database: DataSource,
    private readonly users: UsersRepository,
    private readonly sessions: SessionsRepository,
    private readonly operators: OperatorLog,
    private readonly activity: ActivityLog,
    private readonly clock: Clock,
  ) {}

  /** `sent`: name and reason as typed. Throws operator_name_invalid, operator_reason_invalid or account_not_found; then nothing was changed. */
  async execute(accountId: string, sent: Operator | undefined): Promise<number> {
    const operator = this.operators.signed(sent);
    const now = this.clock.now();
    return inTransaction(this.database, async (manager) => {
      const user = isUuid(accountId) ? await this.users.lockById(manager, accountId) : null;
      if (!user) throw accountNotFound();
      const ends = await this.sessions.endAll(manager, user.id);
      const ended = ends.filter((end) => now < end).length;
      if (ended > 0) await this.activity.note(manager, user.id, 'sessions-ended', now, { by: 'operator' });
      await this.operators.note(manager, { accountId: user.id, kind: 'sessions-ended', operator }, now);
      return ended;
    });
  }
}
