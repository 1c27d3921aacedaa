import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** Why a commission is not credited, as in commission-credit-refused. */
export type RefusalReason = 'account-deleted' | 'amount-invalid';

/** All SQL of refused commissions. Credited ones are transfers of the ledger. */
@Injectable()
export class CommissionsRepository {
  /** Locks a commission until the end of the transaction: its credit and reversals are handled one after the other. */
  async lock(manager: EntityManager, commissionId: string): Promise<void> {
    await manager.query(`SELECT pg_advisory_xact_lock(hashtextextended('commission:' || $1, 0))`, [commissionId]);
  }

  /** Whether the account is erased, and the commission was not credited before. */
  async isTooLate(manager: EntityManager, commissionId: string, accountId: string): Promise<boolean> {
    const rows: unknown[] = await manager.query(
      `SELECT FROM erased_accounts WHERE account_id = $1 AND NOT EXISTS (SELECT FROM ledger_transfers WHERE key = 'commission:' || $2)`,
      [accountId, commissionId],
    );
    return rows.length > 0;
  }

  async isRefused(manager: EntityManager, commissionId: string): Promise<boolean> {
    const rows: unknown[] = await manager.query('SELECT FROM refused_commissions WHERE commission_id = $1', [
      commissionId,
    ]);
    return rows.length > 0;
  }

  async refuse(manager: EntityManager, commissionId: string, reason: RefusalReason, now: Date): Promise<void> {
    await manager.query('INSERT INTO refused_commissions (commission_id, reason, refused_at) VALUES ($1, $2, $3)', [
      commissionId,
      reason,
      now,
    ]);
  }
}
