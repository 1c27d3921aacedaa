import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ReferralAccount } from './referral-account.entity.js';

/** All SQL of accounts. */
@Injectable()
export class AccountsRepository {
  /** Locks the account's row until the end of the transaction, and creates it when absent: its events come from several topics at the same time. */
  async lock(manager: EntityManager, accountId: string): Promise<ReferralAccount> {
    await manager.query('INSERT INTO accounts (account_id) VALUES ($1) ON CONFLICT DO NOTHING', [accountId]);
    return manager.findOneOrFail(ReferralAccount, { where: { accountId }, lock: { mode: 'pessimistic_write' } });
  }

  async find(manager: EntityManager, accountId: string): Promise<ReferralAccount | null> {
    return manager.findOneBy(ReferralAccount, { accountId });
  }

  /**
   * Reads the row, and locks it against changes until the end of the transaction. An event that brings data of this account waits for that end. So it
   * finds every referred account that waits for the data.
   */
  async findAndLockForRead(manager: EntityManager, accountId: string): Promise<ReferralAccount | null> {
    return manager.findOne(ReferralAccount, { where: { accountId }, lock: { mode: 'pessimistic_read' } });
  }

  async save(manager: EntityManager, account: ReferralAccount): Promise<void> {
    const { accountId, ...changes } = account;
    await manager.update(ReferralAccount, { accountId }, changes);
  }

  /** The account's code; null while it has none. Only reads. */
  async findCode(manager: EntityManager, accountId: string): Promise<string | null> {
    const rows: { code: string | null }[] = await manager.query('SELECT code FROM accounts WHERE account_id = $1', [
      accountId,
    ]);
    return rows[0]?.code ?? null;
  }

  /**
   * Returns the account's code, and stores `wanted` as its code when it has none. Null for an erased account. One statement, so that two simultaneous
   * first calls get the same code. Throws the database's error when `wanted` is the code of another account.
   */
  async findOrCreateCode(manager: EntityManager, accountId: string, wanted: string): Promise<string | null> {
    const [row]: { code: string | null }[] = await manager.query(
      `INSERT INTO accounts (account_id, code) VALUES ($1, $2)
       ON CONFLICT (account_id) DO UPDATE SET code = CASE WHEN accounts.erased_at IS NULL THEN coalesce(accounts.code, excluded.code) END
       RETURNING code`,
      [accountId, wanted],
    );
    return row.code;
  }

  /** The owner of a code; null for an unknown code. */
  async ownerOf(manager: EntityManager, code: string): Promise<string | null> {
    const rows: { account_id: string }[] = await manager.query('SELECT account_id FROM accounts WHERE code = $1', [
      code,
    ]);
    return rows[0]?.account_id ?? null;
  }

  /** Verified accounts that used this account's code and have no referrer yet, ordered by id. */
  async waitingFor(manager: EntityManager, ownerId: string): Promise<string[]> {
    const rows: { account_id: string }[] = await manager.query(
      `SELECT account_id FROM accounts WHERE referrer_id IS NULL AND verified_at IS NOT NULL AND erased_at IS NULL AND account_id IN (
         SELECT account_id FROM accounts WHERE sign_up_owner = $1 UNION SELECT account_id FROM payments WHERE code_owner = $1
       ) ORDER BY account_id`,
      [ownerId],
    );
    return rows.map((row) => row.account_id);
  }

  /** Counts verified accounts that signed up with this account's code (REF-9). */
  async referredBy(manager: EntityManager, referrerId: string): Promise<number> {
    const [{ count }] = await manager.query(
      `SELECT count(*)::int AS count FROM accounts WHERE referrer_id = $1 AND attributed_by = 'sign-up'`,
      [referrerId],
    );
    return count;
  }
}
