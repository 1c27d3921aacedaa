import { Injectable } from '@nestjs/common';
import { createHash, randomUUID } from 'node:crypto';
import { DataSource, type EntityManager } from 'typeorm';
import { Session } from '../sessions/session.entity.js';
import type { IdentityKey } from './google-identities.repository.js';

/** Longer than anybody needs at Google's page; the cookie lives as long. */
const LIFE_MS = 600_000;
/** How long a sign-in waits for the account's password, or for the decision to keep a closed account. */
const LINK_LIFE_MS = 600_000;

/**
 * Which identity a sign-in has proven, and which account it may open: either by linking the identity with the account's password (ACC-62), or, for a
 * closed account to which it is linked, by the decision to keep the account (ACC-73).
 */
export type OfferedLink = IdentityKey & { userId: string; emailHash: Buffer };

@Injectable()
export class OauthTransactionsRepository {
  constructor(private readonly database: DataSource) {}

  async begin(secretHash: Buffer, now: Date): Promise<void> {
    await this.database.query(
      'INSERT INTO oauth_transactions (id, secret_hash, created_at, expires_at) VALUES ($1, $2, $3, $4)',
      [randomUUID(), secretHash, now, new Date(now.getTime() + LIFE_MS)],
    );
  }

  /** Spends the sign-in: true for exactly one caller. False when it does not exist, has expired, or was spent. */
  async spend(secretHash: Buffer, now: Date): Promise<boolean> {
    const [, count] = await this.database.query<[unknown[], number]>(
      'UPDATE oauth_transactions SET used_at = $2 WHERE secret_hash = $1 AND used_at IS NULL AND expires_at > $2',
      [secretHash, now],
    );
    return count === 1;
  }

  /** Records the session of the spent sign-in, and returns the sign-in's id. */
  async complete(manager: EntityManager, secretHash: Buffer, sessionId: string): Promise<string> {
    const [[{ id }]] = await manager.query<[{ id: string }[], number]>(
      'UPDATE oauth_transactions SET session_id = $2 WHERE secret_hash = $1 RETURNING id',
      [secretHash, sessionId],
    );
    return id;
  }

  /** Records, on the spent sign-in, what it may open once the browser has answered. */
  async offerLink(
    manager: EntityManager,
    secretHash: Buffer,
    { issuer, sub, userId, emailHash }: OfferedLink,
    now: Date,
  ): Promise<void> {
    await manager.query(
      `UPDATE oauth_transactions SET link_issuer = $2, link_sub = $3, link_user_id = $4, link_email_hash = $5, link_until = $6
       WHERE secret_hash = $1`,
      [secretHash, issuer, sub, userId, emailHash, new Date(now.getTime() + LINK_LIFE_MS)],
    );
  }

  async offeredLink(secretHash: Buffer, now: Date): Promise<OfferedLink | undefined> {
    const [row] = await this.database.query<OfferedLink[]>(
      `SELECT link_issuer AS issuer, link_sub AS sub, link_user_id AS "userId", link_email_hash AS "emailHash" FROM oauth_transactions
       WHERE secret_hash = $1 AND link_until > $2`,
      [secretHash, now],
    );
    return row;
  }

  /** Spends the offered link: true for exactly one caller. */
  async spendLink(manager: EntityManager, secretHash: Buffer, now: Date): Promise<boolean> {
    const [, count] = await manager.query<[unknown[], number]>(
      `UPDATE oauth_transactions SET link_issuer = NULL, link_sub = NULL, link_user_id = NULL, link_email_hash = NULL, link_until = NULL
       WHERE secret_hash = $1 AND link_until > $2`,
      [secretHash, now],
    );
    return count === 1;
  }

  /** The session of this browser's sign-in. */
  async sessionOf(id: string, secretHash: Buffer): Promise<Session | null> {
    const [row] = await this.database.query<{ session_id: string | null }[]>(
      'SELECT session_id FROM oauth_transactions WHERE id = $1 AND secret_hash = $2',
      [id, secretHash],
    );
    return row?.session_id ? this.database.manager.findOneBy(Session, { id: row.session_id }) : null;
  }
}

/** Later code only checks whether the account still has the address, so a hash is enough. */
export function emailHashOf(emailNormalised: string): Buffer {
  return createHash('sha256').update(emailNormalised).digest();
}
