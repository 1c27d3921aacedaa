import { Injectable } from '@nestjs/common';
import { EVENTS } from '@precis/events/catalogue/events';
import { announce } from '@precis/events/outbox/outbox';
import { Clock } from '@precis/runtime/clock';
import { inTransaction } from '@precis/runtime/database';
import { DataSource } from 'typeorm';
import { UsersRepository } from '../users/users.repository.js';
import { isErasureDue } from './account-closing.rule.js';
import { AccountsRepository } from './accounts.repository.js';

const FIRST = '00000000-0000-0000-0000-000000000000';
const BATCH = 100;
/** Bounds one run; the next run continues. */
const MOST_BATCHES = 10;

/**
 * Erases the accounts that were closed 7 days ago (ACC-33, DATA-13). Runs periodically; each account has its own transaction, so after a crash an
 * account either exists completely, or is erased with its event in the outbox.
 */
@Injectable()
export class EraseAccounts {
  constructor(
    private readonly database: DataSource,
    private readonly users: UsersRepository,
    private readonly accounts: AccountsRepository,
    private readonly clock: Clock,
  ) {}

  /** An account that cannot be erased does not block others; the first failure is thrown at the end, and the next run retries. */
  async execute(): Promise<void> {
    const failures: unknown[] = [];
    let after = FIRST;
    for (let batch = 0; batch < MOST_BATCHES; batch++) {
      const due = await this.accounts.due(this.clock.now(), after, BATCH);
      for (const userId of due) await this.erase(userId).catch((error: unknown) => failures.push(error));
      if (due.length < BATCH) break;
      after = due[due.length - 1];
    }
    if (failures.length > 0) throw failures[0];
  }

  private async erase(userId: string): Promise<void> {
    await inTransaction(this.database, async (manager) => {
      // A log-in that reopens the account, and another copy that erases it, take the same lock.
      const user = await this.users.lockById(manager, userId);
      const now = this.clock.now();
      if (!user?.erasedAt || user.suspendedAt || !isErasureDue(user.erasedAt, now)) return;
      await this.users.erase(manager, userId);
      // The last event of this key: any other announcement about the user would need the row, which is deleted now.
      await announce(manager, EVENTS.userDeleted.of({ userId }, now));
    });
  }
}
