import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AccountsRepository } from '../accounts/accounts.repository.js';
import { CommissionsRepository, type Earnings } from './commissions.repository.js';

/** What a referrer brought and earned: verified sign-ups with the code, and commissions; what was taken back does not count (REF-9). */
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
