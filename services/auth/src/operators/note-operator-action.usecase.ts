import { Injectable } from '@nestjs/common';
import type { NoteOperatorActionRequest } from '@precis/proto/auth/v1/auth';
import { Clock } from '@precis/runtime/clock';
import { inTransaction } from '@precis/runtime/database';
import { isUuid } from '@precis/runtime/uuid';
import { DataSource } from 'typeorm';
import { ActivityLog } from '../activity/activity-log.provider.js';
import { accountNotFound } from '../users/users.errors.js';
import { UsersRepository } from '../users/users.repository.js';
import { OperatorLog } from './operator-log.provider.js';
import { isActionKind } from './operator.rule.js';
import { actionKindInvalid } from './operators.errors.js';

/**
 * Logs an operator's action on another service (ACC-45), also on an erased account. The operator's program calls this before the action (OPS-10),
 * and once more after a granted term, with the kind `term-granted`. Only that entry is shown to the account's owner.
 */
@Injectable()
export class NoteOperatorAction {
  constructor(
    private readonly database: DataSource,
    private readonly users: UsersRepository,
    private readonly operators: OperatorLog,
    private readonly activity: ActivityLog,
    private readonly clock: Clock,
  ) {}

  /**
   * `accountId` empty: no account. Throws operator_name_invalid, operator_reason_invalid, action_kind_invalid, and account_not_found for an id that
   * is not a UUID.
   */
  async execute({ accountId, kind, operator: sent }: NoteOperatorActionRequest): Promise<void> {
    const operator = this.operators.signed(sent);
    if (!isActionKind(kind)) throw actionKindInvalid();
    if (accountId !== '' && !isUuid(accountId)) throw accountNotFound();
    const now = this.clock.now();
    await inTransaction(this.database, async (manager) => {
      const user = accountId === '' ? null : await this.users.lockById(manager, accountId);
      if (user && kind === 'term-granted') await this.activity.note(manager, user.id, kind, now, { by: 'operator' });
      await this.operators.note(manager, { accountId: accountId || undefined, kind, operator }, now);
    });
  }
}
