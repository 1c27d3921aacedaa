import { Injectable } from '@nestjs/common';
import { EVENTS } from '@precis/events/catalogue/events';
import { announce } from '@precis/events/outbox/outbox';
import { Clock } from '@precis/runtime/clock';
import { inTransaction } from '@precis/runtime/database';
import { DataSource, type EntityManager } from 'typeorm';
import { accountPseudonym } from './account-pseudonym.js';
import { appendLines, carriedEntry } from './chain.js';
import { type NewLine, rowOf } from './line.row.js';
import { endOfMonth, firstOpenMonth } from './month-end.rule.js';
import { type MonthRow, StatementRepository } from './statement.repository.js';

/** Accounts per transaction, and transactions per run. With a run a minute, a hundred thousand accounts are notified within 20 minutes. */
const BATCH = 100;
const IN_ONE_TURN = 50;

/**
 * Closes months that are over and have no calls in progress, and announces once the head of each month with usage (STAT-4). A call that
 * was reserved in the month may still be charged in it, so the month waits until the call ends. If the process is killed, completed
 * transactions remain closed and announced, and the next run continues.
 */
@Injectable()
export class CloseMonths {
  constructor(
    private readonly database: DataSource,
    private readonly statements: StatementRepository,
    private readonly clock: Clock,
  ) {}

  async execute(): Promise<void> {
    const now = this.clock.now();
    const month = firstOpenMonth(now);
    for (let batch = 0; batch < IN_ONE_TURN; batch++) {
      const accounts = await this.statements.accountsToClose(this.database.manager, month, BATCH);
      if (accounts.length === 0) return;
      await inTransaction(this.database, (manager) => this.close(manager, accounts, month, now));
    }
  }

  private async close(manager: EntityManager, accounts: string[], before: string, now: Date): Promise<void> {
    const open = await this.statements.lockMonthsToClose(manager, accounts, before);
    const carried: NewLine[] = [];
    const closed = open.map((row): MonthRow => {
      const chain = { count: row.line_count, units: row.line_units, head: row.head };
      const added = appendLines(row.account_id, row.month, chain, carriedEntry(chain, row.used, now));
      carried.push(...added.lines.map((line) => rowOf(row.account_id, row.month, line)));
      const { count, units, head } = added.chain;
      return { ...row, line_count: count, line_units: units, head };
    });
    await this.statements.close(manager, closed, carried, now);
    const erased = await this.statements.erasedOf(manager, accounts);
    const told = closed.filter(({ account_id, used }) => used > 0 && !erased.has(account_id));
    await announce(manager, ...told.map((row) => closedEvent(row, now)));
  }
}

function closedEvent({ account_id: userId, month, used, line_count: lines, head }: MonthRow, now: Date) {
  const endedAtSeconds = endOfMonth(month).getTime() / 1_000;
  const account = accountPseudonym(userId);
  return EVENTS.usageMonthClosed.of({ userId, month, used, lines, head: head!, account, endedAtSeconds }, now);
}
