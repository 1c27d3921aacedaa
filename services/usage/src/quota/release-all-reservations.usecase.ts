import { Injectable } from '@nestjs/common';
import { Clock } from '@precis/runtime/clock';
import { inTransaction } from '@precis/runtime/database';
import { DataSource } from 'typeorm';
import { announceHidden } from './hidden-summaries.js';
import { QuotaRepository } from './quota.repository.js';

/**
 * Releases the reservations of gateways that no longer run. Allowed only where no gateway runs: the single-process deployment calls it before its own
 * gateway starts, so that no call waits for the old leases to end.
 */
@Injectable()
export class ReleaseAllReservations {
  constructor(
    private readonly database: DataSource,
    private readonly quotas: QuotaRepository,
    private readonly clock: Clock,
  ) {}

  async execute(): Promise<number> {
    return inTransaction(this.database, async (manager) => {
      const wanted = await this.quotas.accountsWithReservations(manager);
      if (wanted.length === 0) return 0;
      const accounts = await this.quotas.lockAccounts(manager, wanted, this.clock.now());
      let released = 0;
      for (const { accountId, callIds } of wanted) {
        const account = accounts.get(accountId)!;
        for (const call of callIds.map((id) => account.callOf(id))) {
          if (call?.state !== 'reserved') continue;
          account.releaseAbandoned(call);
          released++;
        }
      }
      await this.quotas.save(manager, accounts.values());
      await announceHidden(manager, accounts.values(), this.clock.now());
      return released;
    });
  }
}
