import { Injectable } from '@nestjs/common';
import { inTransaction } from '@precis/runtime/database';
import { DataSource } from 'typeorm';
import { QuotaRepository } from './quota.repository.js';

/** A gateway that does not renew for this long counts as dead, and its reservations are released (QUOTA-10). */
export const LEASE_SECONDS = 10;

/** Extends the lease of one gateway process on all its reservations. */
@Injectable()
export class RenewHolder {
  constructor(
    private readonly database: DataSource,
    private readonly quotas: QuotaRepository,
  ) {}

  async execute(holder: string): Promise<void> {
    // Two simultaneous first renewals may lock each other's rows: one of them is retried.
    await inTransaction(this.database, (manager) => this.quotas.renewLease(manager, holder, LEASE_SECONDS));
  }
}
