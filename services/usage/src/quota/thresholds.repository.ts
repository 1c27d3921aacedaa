import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ReachedThreshold } from './account-quota.rule.js';

/** All SQL of announced thresholds, by account and month. */
@Injectable()
export class ThresholdsRepository {
  /** Stores thresholds in order, and returns the new ones: each is announced only once (QUOTA-20). */
  async addNew(manager: EntityManager, reached: ReachedThreshold[]): Promise<ReachedThreshold[]> {
    const added: { account_id: string; month: string; percent: number }[] = await manager.query(
      `INSERT INTO quota_thresholds (account_id, month, percent)
       SELECT account_id, month, percent FROM jsonb_to_recordset($1::jsonb) AS r(account_id uuid, month char(7), percent smallint)
       ON CONFLICT DO NOTHING RETURNING account_id, month, percent`,
      [JSON.stringify(reached.map(({ accountId, month, percent }) => ({ account_id: accountId, month, percent })))],
    );
    const keys = new Set(added.map(({ account_id, month, percent }) => `${account_id} ${month} ${percent}`));
    // A threshold reached twice in one batch, by a charge after a refund, is one row and one event.
    return reached.filter(({ accountId, month, percent }) => keys.delete(`${accountId} ${month} ${percent}`));
  }
}
