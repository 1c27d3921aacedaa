import { Injectable } from '@nestjs/common';
import { Clock } from '@precis/runtime/clock';
import { inTransaction } from '@precis/runtime/database';
import { DataSource } from 'typeorm';
import { RequestsRepository } from '../requests/requests.repository.js';
import { ErasedAccountsRepository } from './erased-accounts.repository.js';

/** Calls per transaction, transactions per account in one run, and accounts per run; the next run continues. */
const BATCH = 5_000;
const BATCHES = 20;
const ACCOUNTS = 100;
/** Batches per transaction, each with up to 100 items. */
const BATCHES_AT_ONCE = 50;

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
      let deleted = BATCHES_AT_ONCE;
      for (let turn = 0; turn < BATCHES && deleted === BATCHES_AT_ONCE; turn++)
        deleted = await this.erased.deleteBatches(this.database.manager, accountId, BATCHES_AT_ONCE);
      let cleared = BATCH;
      for (let batch = 0; batch < BATCHES && cleared === BATCH; batch++)
        cleared = await inTransaction(this.database, (manager) => this.erased.clear(manager, accountId, BATCH));
      let forgotten = BATCH;
      for (let batch = 0; batch < BATCHES && forgotten === BATCH; batch++)
        forgotten = await this.requests.forgetOf(accountId, BATCH);
      if (cleared < BATCH && forgotten < BATCH)
        await this.erased.noteCleared(this.database.manager, accountId, this.clock.now());
    }
  }
}
