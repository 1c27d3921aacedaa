import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AccountsRepository } from '../accounts/accounts.repository.js';
import { CommissionsRepository, type Earnings } from './commissions.repository.js';

/** The referrals and earnings of an account: verified sign-ups with its code, and commissions without what was taken back (REF-9). */
@Injectable()
export class GetStats {
  constructor(
    private readonly database: DataSource,
    private readonly accounts: AccountsRepository,
    private readonly commissions: CommissionsRepository,
  ) {}

  async execute(accountId: string): Promise<Earnings & { totalReferrals: number }> {
    const [totalReferrals, earnings] = await Promise.all([
      this.accounts.referredBy(this.database.manager, accountId),
      this.commissions.earningsOf(this.database.manager, accountId),
    ]);
    return { totalReferrals, ...earnings };
  }
}
