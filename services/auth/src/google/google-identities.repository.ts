import { Injectable } from '@nestjs/common';
import { isUuid } from '@precis/runtime/uuid';
import { DataSource, type EntityManager } from 'typeorm';

/** The identity of a person at Google: an e-mail may change hands, these two never do (ACC-28). */
export interface IdentityKey {
  issuer: string;
  sub: string;
}

/** The address of an identity as Google reports it at a sign-in. */
export interface IdentityAddress {
  /** Normalised; empty when Google has verified none. */
  email: string;
  /** Whether Google is authoritative for the address, so that nobody else can have had its mailbox (ACC-62). */
  vouched: boolean;
}

/** An identity as its owner sees it. */
export interface IdentityRow {
  id: string;
  /** Normalised, as at the last sign-in; empty when Google has not verified an address or none was recorded. */
  email: string;
  linkedAt: Date;
  lastUsedAt: Date | null;
}

@Injectable()
export class GoogleIdentitiesRepository {
  constructor(private readonly database: DataSource) {}

  /**
   * Finds the account of the identity, and makes every other sign-in of the same identity wait for the end of this transaction: the second of two
   * simultaneous first sign-ins finds the account of the first.
   */
  async lockAndFind(manager: EntityManager, { issuer, sub }: IdentityKey): Promise<string | undefined> {
    await manager.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [JSON.stringify([issuer, sub])]);
    const [row] = await manager.query<{ user_id: string }[]>(
      'SELECT user_id FROM google_identities WHERE issuer = $1 AND sub = $2',
      [issuer, sub],
    );
    return row?.user_id;
  }

  async insert(
    manager: EntityManager,
    { issuer, sub }: IdentityKey,
    userId: string,
    { email, vouched }: IdentityAddress,
    now: Date,
  ): Promise<void> {
    await manager.query(
      `INSERT INTO google_identities (issuer, sub, user_id, email, vouched, created_at, last_used_at) VALUES ($1, $2, $3, $4, $5, $6, $6)`,
      [issuer, sub, userId, email, vouched, now],
    );
  }

  /** Records a sign-in, and the current address of the identity at Google. False when the identity was removed. */
  async noteUse(
    manager: EntityManager,
    { issuer, sub }: IdentityKey,
    { email, vouched }: IdentityAddress,
    now: Date,
  ): Promise<boolean> {
    const [, count] = await manager.query<[unknown[], number]>(
      'UPDATE google_identities SET email = $3, vouched = $4, last_used_at = $5 WHERE issuer = $1 AND sub = $2',
      [issuer, sub, email, vouched, now],
    );
    return count === 1;
  }

  async isLinked(userId: string, manager: EntityManager = this.database.manager): Promise<boolean> {
    const rows = await manager.query<unknown[]>('SELECT 1 FROM google_identities WHERE user_id = $1 LIMIT 1', [userId]);
    return rows.length > 0;
  }

  /** Newest link first. */
  async listOf(userId: string, manager: EntityManager = this.database.manager): Promise<IdentityRow[]> {
    return manager.query(
      `SELECT id, email, created_at AS "linkedAt", last_used_at AS "lastUsedAt" FROM google_identities
       WHERE user_id = $1 ORDER BY created_at DESC, id`,
      [userId],
    );
  }

  /** False when the account has no such identity. */
  async remove(manager: EntityManager, userId: string, id: string): Promise<boolean> {
    if (!isUuid(id)) return false;
    const [, count] = await manager.query<[unknown[], number]>(
      'DELETE FROM google_identities WHERE user_id = $1 AND id = $2',
      [userId, id],
    );
    return count === 1;
  }

  /** Removes all identities except those of the account's address for which Google is authoritative; returns how many (ACC-64). */
  async removeUnproven(manager: EntityManager, userId: string, emailNormalised: string): Promise<number> {
    const [, count] = await manager.query<[unknown[], number]>(
      'DELETE FROM google_identities WHERE user_id = $1 AND (email <> $2 OR NOT vouched)',
      [userId, emailNormalised],
    );
    return count;
  }
}
