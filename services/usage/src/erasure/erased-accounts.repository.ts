import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** Whether a call contains personal data. */
const PERSONAL = `(client <> '' OR endpoint <> '' OR num_nonnulls(idem_hash, body_hash, result_ref, video_id, title, summary_type, duration_seconds, hidden_at, refund_reason) > 0)`;

/** All SQL of accounts that auth erased and whose calls must be cleared. */
@Injectable()
export class ErasedAccountsRepository {
  /** Adds the account once, for any number of repeats. */
  async add(manager: EntityManager, accountId: string, now: Date): Promise<void> {
    await manager.query('INSERT INTO erased_accounts (account_id, erased_at) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
      accountId,
      now,
    ]);
  }

  /** Random order: accounts that cannot be finished yet must not always come first. */
  async waiting(manager: EntityManager, limit: number): Promise<string[]> {
    const rows: { account_id: string }[] = await manager.query(
      'SELECT account_id FROM erased_accounts WHERE cleared_at IS NULL ORDER BY random() LIMIT $1',
      [limit],
    );
    return rows.map((row) => row.account_id);
  }

  /**
   * Removes client, endpoint, key, body, result and subject from at most `limit` calls of the account, and returns how many. The rows stay, because
   * the month counts are their sum. Calls in flight are left for later. The account's row is locked, as by every operation on its calls.
   */
  async clear(manager: EntityManager, accountId: string, limit: number): Promise<number> {
    await manager.query('SELECT FROM quota_accounts WHERE account_id = $1 FOR UPDATE', [accountId]);
    const [, cleared] = await manager.query(
      `UPDATE metered_calls SET client = '', endpoint = '', idem_hash = NULL, body_hash = NULL, result_ref = NULL, video_id = NULL, title = NULL,
         summary_type = NULL, duration_seconds = NULL, hidden_at = NULL, refund_reason = NULL
       WHERE id IN (
         SELECT id FROM metered_calls WHERE account_id = $1 AND state <> 'reserved' AND ${PERSONAL} LIMIT $2
       )`,
      [accountId, limit],
    );
    return cleared;
  }

  /** Deletes batches with their items; returns how many. */
  async deleteBatches(manager: EntityManager, accountId: string, limit: number): Promise<number> {
    const [, deleted] = await manager.query(
      'DELETE FROM batches WHERE batch_id IN (SELECT batch_id FROM batches WHERE account_id = $1 LIMIT $2)',
      [accountId, limit],
    );
    return deleted;
  }

  /** Marks the account as cleared, unless a call is in flight or ended after the last batch. */
  async noteCleared(manager: EntityManager, accountId: string, now: Date): Promise<void> {
    await manager.query(
      `UPDATE erased_accounts SET cleared_at = $2
       WHERE account_id = $1 AND NOT EXISTS (SELECT FROM metered_calls WHERE account_id = $1 AND (state = 'reserved' OR ${PERSONAL}))
         AND NOT EXISTS (SELECT FROM batches WHERE account_id = $1)`,
      [accountId, now],
    );
  }
}
