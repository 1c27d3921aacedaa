import { Injectable } from '@nestjs/common';
import { Clock } from '@precis/runtime/clock';
import { DataSource } from 'typeorm';
import { oldestKeptMonth } from '../quota/quota-month.rule.js';
import { StatementRepository } from './statement.repository.js';

/** Lines per SQL statement, and SQL statements per run. */
const BATCH = 5_000;
const IN_ONE_TURN = 20;

/**
 * Deletes the lines of a month together with its calls, once the month is no longer one of the twelve that the account can see (DATA-1).
 * Head, count and units stay, so a downloaded file can still be verified (STAT-6).
 */
@Injectable()
export class ForgetOldLines {
  constructor(
    private readonly database: DataSource,
    private readonly statements: StatementRepository,
    private readonly clock: Clock,
  ) {}

  async execute(): Promise<void> {
    const month = oldestKeptMonth(this.clock.now());
    for (let batch = 0; batch < IN_ONE_TURN; batch++) {
      if ((await this.statements.forgetBefore(this.database.manager, month, BATCH)) < BATCH) return;
    }
  }
}
