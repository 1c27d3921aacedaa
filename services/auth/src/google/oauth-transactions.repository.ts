import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { DataSource, type EntityManager } from 'typeorm';
import { Session } from '../sessions/session.entity.js';

/** Longer than anybody needs at Google's page; the cookie lives as long. */
const LIFE_MS = 600_000;

@Injectable()
export class OauthTransactionsRepository {
  constructor(private readonly database: DataSource) {}

  async begin(secretHash: Buffer, now: Date): Promise<void> {
    await this.database.query(
      'INSERT INTO oauth_transactions (id, secret_hash, created_at, expires_at) VALUES ($1, $2, $3, $4)',
      [randomUUID(), secretHash, now, new Date(now.getTime() + LIFE_MS)],
    );
  }

  /** Spends it: true for one caller alone. False when there is none, it expired, or it was spent. */
  async spend(secretHash: Buffer, now: Date): Promise<boolean> {
    const [, count] = await this.database.query<[unknown[], number]>(
      'UPDATE oauth_transactions SET used_at = $2 WHERE secret_hash = $1 AND used_at IS NULL AND expires_at > $2',
      [secretHash, now],
    );
    return count === 1;
  }

  /** Notes the session that the spent one led to, and answers the transaction's id. */
  async complete(manager: EntityManager, secretHash: Buffer, sessionId: string): Promise<string> {
    const [[{ id }]] = await manager.query<[{ id: string }[], number]>(
      'UPDATE oauth_transactions SET session_id = $2 WHERE secret_hash = $1 RETURNING id',
      [secretHash, sessionId],
    );
    return id;
  }

  /** The session that this browser's sign-in led to. */
  async sessionOf(id: string, secretHash: Buffer): Promise<Session | null> {
    const [row] = await this.database.query<{ session_id: string | null }[]>(
      'SELECT session_id FROM oauth_transactions WHERE id = $1 AND secret_hash = $2',
      [id, secretHash],
    );
    return row?.session_id ? this.database.manager.findOneBy(Session, { id: row.session_id }) : null;
  }
}
