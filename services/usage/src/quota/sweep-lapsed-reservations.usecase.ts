import { Injectable } from '@nestjs/common';
import { Clock } from '@precis/runtime/clock';
import { inTransaction } from '@precis/runtime/database';
import { DataSource } from 'typeorm';
import { announceHidden } from './hidden-summaries.js';
import { QuotaRepository } from './quota.repository.js';

/** Accounts whose rows are locked together: few, because callers wait for them. */
const BATCH = 50;
/** The sweep's own lease: longer than the sweep takes, shorter than the interval. */
const WITNESS = 'sweep';
const WITNESS_SECONDS = 5;
/** Far longer than any lease, so that a lease that may still matter is never deleted. */
const LEASES_KEPT_DAYS = 1;

/**
 * Releases reservations of dead gateways, and of jobs that never ended, for accounts that do not call again, so that nothing stays reserved forever
 * (QUOTA-10). For accounts that do call, this happens before any refusal.
 */
@Injectable()
export class SweepLapsedReservations {
  private silent = false;

  constructor(
    private readonly database: DataSource,
    private readonly quotas: QuotaRepository,
    private readonly clock: Clock,
  ) {}

  /** Returns the number of accounts with released units. */
  async execute(): Promise<number> {
    await this.breakSilence();
    const accountIds = await this.quotas.accountsWithLapsed(this.database.manager, this.clock.now());
    for (let from = 0; from < accountIds.length; from += BATCH) await this.sweep(accountIds.slice(from, from + BATCH));
    await this.quotas.forgetLeases(this.database.manager, LEASES_KEPT_DAYS);
    return accountIds.length;
  }

  /**
   * When no gateway holds a lease, the database may have been unavailable until just now, and gateways may be about to renew. If the next sweep still
   * finds no lease, the sweep adds its own lease, which shows that renewing was possible.
   */
  private async breakSilence(): Promise<void> {
    const before = this.silent;
    this.silent = false;
    this.silent = await this.quotas.isSilent(this.database.manager);
    if (before && this.silent) await this.quotas.addLease(this.database.manager, WITNESS, WITNESS_SECONDS);
  }

  private async sweep(accountIds: string[]): Promise<void> {
    await inTransaction(this.database, async (manager) => {
      const wanted = accountIds.map((accountId) => ({ accountId, callIds: [], idemHashes: [] }));
      const accounts = await this.quotas.lockAccounts(manager, wanted, this.clock.now());
      for (const account of accounts.values()) account.sweepLapsed();
      await this.quotas.save(manager, accounts.values());
      await announceHidden(manager, accounts.values(), this.clock.now());
    });
  }
}
