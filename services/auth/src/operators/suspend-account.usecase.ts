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

/**
 * Suspends an account (ACC-32): log-in, sessions and keys are refused within a second and stay otherwise unchanged. Saving the user puts them on the
 * list of revoked ids (trigger note_refusal). A repeat is logged and changes nothing.
 */
@Injectable()
export class SuspendAccount {
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
      if (!user.suspendedAt) await this.activity.note(manager, user.id, 'suspended', now, { by: 'operator' });
      user.suspend(now);
      await this.users.save(manager, user);
      await this.operators.note(manager, { accountId: user.id, kind: 'account-suspended', operator }, now);
    });
  }
}
