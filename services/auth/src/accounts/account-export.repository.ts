import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import type { EntityManager } from 'typeorm';

/**
 * The exported columns of each table, newest rows first; `$1` = the account. Columns are named one by one, so that a column added later, which may be
 * a secret, is not exported by itself.
 */
const LISTS = {
  sessions: `SELECT created_at, expires_at, revoked_at AS ended_at, how, client, address FROM sessions WHERE user_id = $1 ORDER BY created_at DESC, id`,
  known_devices: `SELECT created_at, last_used_at FROM known_devices WHERE user_id = $1 ORDER BY last_used_at DESC, token_hash`,
  google_identities: `SELECT issuer, sub, email, vouched, created_at, last_used_at FROM google_identities WHERE user_id = $1 ORDER BY created_at DESC, sub`,
  api_keys: `SELECT created_at, valid_until, revoked_at, last_used_at, last_client FROM api_keys WHERE user_id = $1 ORDER BY created_at DESC, id`,
  mails: `SELECT kind, created_at, expires_at, used_at FROM mail_requests WHERE user_id = $1 ORDER BY created_at DESC, id`,
  activity: `SELECT at, kind, by, client, address, times, coalesce(first_at, at) AS first_at FROM activity WHERE user_id = $1 ORDER BY at DESC, id`,
  operator_actions: `SELECT at, kind FROM operator_actions WHERE account_id = $1 ORDER BY at DESC, id`,
};

/** Limit per list. With texts of full length, all lists fit into one gRPC message of 4 MB. */
export const MOST_EXPORTED = 1_000;

/** The exported rows, by table. */
export type ExportedLists = Record<keyof typeof LISTS, Record<string, unknown>[]>;

@Injectable()
export class AccountExportRepository {
  /** Times of the account's exports since `since`, oldest first. */
  async askedSince(manager: EntityManager, userId: string, since: Date): Promise<Date[]> {
    const rows = await manager.query<{ at: Date }[]>(
      'SELECT at FROM account_exports WHERE user_id = $1 AND at > $2 ORDER BY at',
      [userId, since],
    );
    return rows.map(({ at }) => at);
  }

  async insert(manager: EntityManager, userId: string, at: Date): Promise<void> {
    await manager.query('INSERT INTO account_exports (id, user_id, at) VALUES ($1, $2, $3)', [
      randomUUID(),
      userId,
      at,
    ]);
  }

  /** At most MOST_EXPORTED rows of each list. */
  async listsOf(manager: EntityManager, userId: string): Promise<ExportedLists> {
    const lists: Partial<ExportedLists> = {};
    for (const [name, sql] of Object.entries(LISTS))
      lists[name as keyof ExportedLists] = await manager.query(`${sql} LIMIT ${MOST_EXPORTED}`, [userId]);
    return lists as ExportedLists;
  }
}
