import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { type Topic, TOPICS } from './mail-topic.rule.js';

/** What an account wants, by topic. */
export type Wishes = Record<Topic, boolean>;

const COLUMNS = TOPICS.join(', ');
/** An account without a row wants everything. */
const ALL = Object.fromEntries(TOPICS.map((topic) => [topic, true])) as Wishes;

/** All SQL of preferences. */
@Injectable()
export class PreferencesRepository {
  constructor(private readonly database: DataSource) {}

  async of(accountId: string): Promise<Wishes> {
    const [row] = await this.database.query(`SELECT ${COLUMNS} FROM preferences WHERE account_id = $1`, [accountId]);
    return row ?? ALL;
  }

  /** Sets the given topics and leaves the others as they are; the same again changes nothing. */
  async set(accountId: string, wishes: Partial<Wishes>, now: Date): Promise<Wishes> {
    // Names of columns come from the list of topics alone.
    const topics = TOPICS.filter((topic) => wishes[topic] !== undefined);
    const values = topics.map((_, index) => `, $${index + 3}`).join('');
    const changes = topics.map((topic) => `${topic} = excluded.${topic}, `).join('');
    const [row] = await this.database.query(
      `WITH changed AS (
         INSERT INTO preferences (account_id, changed_at${topics.map((topic) => `, ${topic}`).join('')}) VALUES ($1, $2${values})
         ON CONFLICT (account_id) DO UPDATE SET ${changes}changed_at = excluded.changed_at RETURNING ${COLUMNS}
       ) SELECT ${COLUMNS} FROM changed`,
      [accountId, now, ...topics.map((topic) => wishes[topic])],
    );
    return row;
  }

  async forget(manager: EntityManager, accountId: string): Promise<void> {
    await manager.query('DELETE FROM preferences WHERE account_id = $1', [accountId]);
  }
}
