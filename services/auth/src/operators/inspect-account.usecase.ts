import { Injectable } from '@nestjs/common';
import type { InspectAccountResponse, Operator } from '@precis/proto/auth/v1/auth';
import { Clock } from '@precis/runtime/clock';
import { inTransaction } from '@precis/runtime/database';
import { isUuid } from '@precis/runtime/uuid';
import { DataSource } from 'typeorm';
import { SessionsRepository } from '../sessions/sessions.repository.js';
import { UserViews } from '../users/user-views.provider.js';
import { accountNotFound } from '../users/users.errors.js';
import { UsersRepository } from '../users/users.repository.js';
import { OperatorLog } from './operator-log.provider.js';

/** Shows an account to an operator, and logs that (ACC-45). The API key is visible only to its owner. */
@Injectable()
export class InspectAccount {
  constructor(
    private readonly database: DataSource,
    private readonly users: UsersRepository,
    private readonly sessions: SessionsRepository,
    private readonly views: UserViews,
    private readonly operators: OperatorLog,
    private readonly clock: Clock,
  ) {}

  /** `sent`: name and reason as typed. Throws operator_name_invalid, operator_reason_invalid or account_not_found; then nothing was changed. */
  async execute(accountId: string, sent: Operator | undefined): Promise<InspectAccountResponse> {
    const operator = this.operators.signed(sent);
    const now = this.clock.now();
    return inTransaction(this.database, async (manager) => {
      const user = isUuid(accountId) ? await this.users.lockById(manager, accountId) : null;
      if (!user) throw accountNotFound();
      const view = await this.views.of(user, manager);
      const liveSessions = await this.sessions.countLive(manager, user.id, now);
      await this.operators.note(manager, { accountId: user.id, kind: 'account-inspected', operator }, now);
      return { user: { ...view, apiKey: '' }, liveSessions, google: view.googleLinked };
    });
  }
}
