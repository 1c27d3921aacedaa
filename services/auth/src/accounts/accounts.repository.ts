import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

/** Closing and erasing of accounts. */
@Injectable()
export class AccountsRepository {
  constructor(private readonly database: DataSource) {}

  /** Ends every open link of the account, what it carried forgotten, inside a transaction that holds the user's row. */
  async endLinks(manager: EntityManager, userId: string, now: Date): Promise<void> {
    await manager.query(
      `UPDATE mail_requests SET superseded_at = $2, name = NULL, password_hash = NULL
       WHERE user_id = $1 AND used_at IS NULL AND superseded_at IS NULL`,
      [userId, now],
    );
  }

  /** At most `limit` closed accounts whose days are over, behind the id `after`. Suspended ones wait (ACC-46). */
  async due(now: Date, after: string, limit: number): Promise<string[]> {
    const rows = await this.database.query<{ id: string }[]>(
      'SELECT id FROM users WHERE erased_at <= $1 AND suspended_at IS NULL AND id > $2 ORDER BY id LIMIT $3',
      [now, after, limit],
    );
    return rows.map((row) => row.id);
  }

  /** Deletes all that auth keeps of the user; what operators did stays with the account's id alone: a reason may name the person (DATA-13). */
  async erase(manager: EntityManager, userId: string): Promise<void> {
    await manager.query(`UPDATE operator_actions SET reason = '' WHERE account_id = $1`, [userId]);
    await manager.query('DELETE FROM users WHERE id = $1', [userId]);
  }
}
