import { Injectable } from '@nestjs/common';
import { inTransaction } from '@precis/runtime/database';
import { DataSource, type EntityManager } from 'typeorm';
import { ErasedIds } from './erased-ids.provider.js';
import { type Topic, TOPICS } from './mail-topic.rule.js';

/** The preferences of an account, by topic. */
export type Wishes = Record<Topic, boolean>;

const COLUMNS = TOPICS.join(', ');
/** An account without a row wants everything. */
const ALL = Object.fromEntries(TOPICS.map((topic) => [topic, true])) as Wishes;

/** All SQL of preferences. */
@Injectable()
export class PreferencesRepository {
  constructor(
    private readonly database: DataSource,
    private readonly erased: ErasedIds,
  ) {}

  async of(accountId: string): Promise<Wishes> {
    const [row] = await this.database.query(`SELECT ${COLUMNS} FROM preferences WHERE account_id = $1`, [accountId]);
    return row ?? ALL;
  }

  /**
   * Sets the given topics and leaves the others unchanged; a repeat changes nothing. For an erased account nothing is written (MAIL-16),
   * although the links in its old mails still work. The lock makes a setting and an erasure at the same time run one after the other.
   */
  async set(accountId: string, wishes: Partial<Wishes>, now: Date): Promise<Wishes> {
    return inTransaction(this.database, async (manager) => {
      await this.lock(manager, accountId);
      const gone = await manager.query<unknown[]>('SELECT FROM erased_accounts WHERE id_hash = $1', [
        this.erased.hashOf(accountId),
      ]);
      return gone.length > 0 ? { ...ALL, ...wishes } : this.write(manager, accountId, wishes, now);
    });
  }

  /** Runs inside the transaction that handles the erasure. After it, nothing about the account is written. */
  async forget(manager: EntityManager, accountId: string, now: Date): Promise<void> {
    await this.lock(manager, accountId);
    await manager.query('INSERT INTO erased_accounts (id_hash, erased_at) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
      this.erased.hashOf(accountId),
      now,
    ]);
    await manager.query('DELETE FROM preferences WHERE account_id = $1', [accountId]);
  }

  private async lock(manager: EntityManager, accountId: string): Promise<void> {
    await manager.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
      `preferences ${accountId.toLowerCase()}`,
    ]);
  }

  private async write(manager: EntityManager, accountId: string, wishes: Partial<Wishes>, now: Date): Promise<Wishes> {
    // Column names come only from the list of topics.
    const topics = TOPICS.filter((topic) => wishes[topic] !== undefined);
    const values = topics.map((_, index) => `, $${index + 3}`).join('');
    const changes = topics.map((topic) => `${topic} = excluded.${topic}, `).join('');
    const [row] = await manager.query(
      `WITH changed AS (
         INSERT INTO preferences (account_id, changed_at${topics.map((topic) => `, ${topic}`).join('')}) VALUES ($1, $2${values})
         ON CONFLICT (account_id) DO UPDATE SET ${changes}changed_at = excluded.changed_at RETURNING ${COLUMNS}
       ) SELECT ${COLUMNS} FROM changed`,
      [accountId, now, ...topics.map((topic) => wishes[topic])],
    );
    return row;
  }
}
