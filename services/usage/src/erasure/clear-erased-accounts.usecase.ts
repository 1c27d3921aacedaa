import { Injectable } from '@nestjs/common';
import { Clock } from '@precis/runtime/clock';
import { inTransaction } from '@precis/runtime/database';
import { DataSource } from 'typeorm';
import { RequestsRepository } from '../requests/requests.repository.js';
import { ErasedAccountsRepository } from './erased-accounts.repository.js';

/** Accounts per run, and statements of each kind per account and run; the next run continues. */
const ACCOUNTS = 100;
const STATEMENTS = 20;
/** Rows per statement: calls or records of requests. */
const ROWS = 5_000;
/** Batches of summaries per statement, each with up to 100 items. */
const SUMMARY_BATCHES = 50;

/**
 * Removes personal data from the calls of erased accounts (DATA-13), and deletes the records of their requests. The counts of months and days stay,
 * under an account id that leads to nobody. Batches of requests are deleted first, so that none of their items begins. After a crash, completed steps
 * remain, and the next run continues.
 */
@Injectable()
export class ClearErasedAccounts {
  constructor(
    private readonly database: DataSource,
    private readonly erased: ErasedAccountsRepository,
    private readonly clock: Clock,
    private readonly requests: RequestsRepository,
  ) {}

  async execute(): Promise<void> {
    for (const accountId of await this.erased.waiting(this.database.manager, ACCOUNTS)) {
      let deleted = SUMMARY_BATCHES;
      for (let statement = 0; statement < STATEMENTS && deleted === SUMMARY_BATCHES; statement++)
        deleted = await this.erased.deleteBatches(this.database.manager, accountId, SUMMARY_BATCHES);
      let cleared = ROWS;
      for (let statement = 0; statement < STATEMENTS && cleared === ROWS; statement++)
        cleared = await inTransaction(this.database, (manager) => this.erased.clear(manager, accountId, ROWS));
      let forgotten = ROWS;
      for (let statement = 0; statement < STATEMENTS && forgotten === ROWS; statement++)
        forgotten = await this.requests.forgetOf(accountId, ROWS);
      if (cleared < ROWS && forgotten < ROWS)
        await this.erased.noteCleared(this.database.manager, accountId, this.clock.now());
    }
  }
}
