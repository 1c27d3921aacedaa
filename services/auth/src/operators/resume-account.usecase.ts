import { Injectable } from '@nestjs/common';
import type { Operator } from '@precis/proto/auth/v1/auth';
import { Clock } from '@precis/runtime/clock';
import { inTransaction } from '@precis/runtime/database';
import { isUuid } from '@precis/runtime/uuid';
import { DataSource } from 'typeorm';
import { ActivityLog } from '../activity/activity-log.provider.js';
import { accountNotFound } from '../users/users.errors.js';
import { UsersRepository } from '../users/users.repository.js';
import { OperatorLog } from './operator-log.provider.js';

/** Ends a suspension: the same sessions and keys are valid again (ACC-32), and a closed account has the rest of its days (ACC-46). */
@Injectable()
export class ResumeAccount {
  constructor(
    private readonly database: DataSource,
    private readonly users: UsersRepository,
    private readonly operators: OperatorLog,
    private readonly activity: ActivityLog,
    private readonly clock: Clock,
  ) {}

  /** `sent`: name and reason as typed. Throws operator_name_invalid, operator_reason_invalid or account_not_found; then nothing was changed. */
  async execute(accountId: string, sent: Operator | undefined): Promise<void> {
    const operator = this.operators.signed(sent);
    const now = this.clock.now();
    await inTransaction(this.database, async (manager) => {
      const user = isUuid(accountId) ? await this.users.lockById(manager, accountId) : null;
      if (!user) throw accountNotFound();
      if (user.suspendedAt) await this.activity.note(manager, user.id, 'resumed', now, { by: 'operator' });
      user.resume(now);
      await this.users.save(manager, user);
      await this.operators.note(manager, { accountId: user.id, kind: 'account-resumed', operator }, now);
    });
  }
}
