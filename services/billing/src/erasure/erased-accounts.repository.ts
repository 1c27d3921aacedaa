import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** All SQL of accounts that auth has erased. */
@Injectable()
export class ErasedAccountsRepository {
  async insert(manager: EntityManager, accountId: string, now: Date): Promise<void> {
    await manager.query('INSERT INTO erased_accounts (account_id, erased_at) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
      accountId,
      now,
    ]);
  }
}
