import { Injectable } from '@nestjs/common';
import { Clock } from '@precis/runtime/clock';
import { inTransaction } from '@precis/runtime/database';
import { DataSource } from 'typeorm';
import { QuotaRepository } from './quota.repository.js';

/** Accounts whose rows are locked together: the sweep must not keep callers waiting. */
const BATCH = 50;

/**
 * Gives back what gateways that died had reserved for accounts that do not call again: nothing stays reserved for ever (design 3.4).
 * Whoever does call has it swept before any refusal.
 */
@Injectable()
export class SweepLapsedReservations {
  constructor(
    private readonly database: DataSource,
    private readonly quotas: QuotaRepository,
    private readonly clock: Clock,
  ) {}

  /** The number of accounts that got something back. */
  async execute(): Promise<number> {
    const accountIds = await this.quotas.accountsWithLapsed(this.database.manager);
    for (let from = 0; from < accountIds.length; from += BATCH) await this.sweep(accountIds.slice(from, from + BATCH));
    return accountIds.length;
  }

  private async sweep(accountIds: string[]): Promise<void> {
    await inTransaction(this.database, async (manager) => {
      const wanted = accountIds.map((accountId) => ({ accountId, callIds: [], idemHashes: [] }));
      const accounts = await this.quotas.lockAccounts(manager, wanted, this.clock.now());
      for (const account of accounts.values()) account.sweepLapsed();
      await this.quotas.save(manager, accounts.values());
    });
  }
}
