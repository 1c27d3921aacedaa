import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

/** Who somebody is at Google: an e-mail changes hands, these two never do (ACC-28). */
export interface IdentityKey {
  issuer: string;
  sub: string;
}

@Injectable()
export class GoogleIdentitiesRepository {
  constructor(private readonly database: DataSource) {}

  /**
   * Answers the account of the identity, and makes every other sign-in of the same identity wait for the end of this transaction: of two
   * first ones at the same time the second finds what the first has made.
   */
  async lockAndFind(manager: EntityManager, { issuer, sub }: IdentityKey): Promise<string | undefined> {
    await manager.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [JSON.stringify([issuer, sub])]);
    const [row] = await manager.query<{ user_id: string }[]>(
      'SELECT user_id FROM google_identities WHERE issuer = $1 AND sub = $2',
      [issuer, sub],
    );
    return row?.user_id;
  }

  async insert(manager: EntityManager, { issuer, sub }: IdentityKey, userId: string, now: Date): Promise<void> {
    await manager.query('INSERT INTO google_identities (issuer, sub, user_id, created_at) VALUES ($1, $2, $3, $4)', [
      issuer,
      sub,
      userId,
      now,
    ]);
  }

  async isLinked(userId: string, manager: EntityManager = this.database.manager): Promise<boolean> {
    const rows = await manager.query<unknown[]>('SELECT 1 FROM google_identities WHERE user_id = $1 LIMIT 1', [userId]);
    return rows.length > 0;
  }
}
