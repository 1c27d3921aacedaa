import { Injectable } from '@nestjs/common';
import { Clock } from '@precis/runtime/clock';
import type { EntityManager } from 'typeorm';
import { AccountsRepository } from '../accounts/accounts.repository.js';

/**
 * Erases an account: deletes its code and the hashes of its addresses (DATA-13). Who referred whom and the commissions stay, by ids that name nobody,
 * and it earns no new commission (REF-15).
 */
@Injectable()
export class ForgetAccount {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly clock: Clock,
  ) {}

  async execute(manager: EntityManager, userId: string): Promise<void> {
    const account = await this.accounts.lock(manager, userId);
    account.erase(this.clock.now());
    await this.accounts.save(manager, account);
  }
}
