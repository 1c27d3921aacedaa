import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, MoreThan } from 'typeorm';
import { MailRequest, type MailKind } from './mail-request.entity.js';

@Injectable()
export class MailRequestsRepository {
  constructor(private readonly database: DataSource) {}

  async byId(id: string): Promise<MailRequest | null> {
    return this.database.manager.findOneBy(MailRequest, { id });
  }

  async countSince(manager: EntityManager, userId: string, since: Date): Promise<number> {
    return manager.countBy(MailRequest, { userId, createdAt: MoreThan(since) });
  }

  /** From now on only a later request of this kind has a working link. */
  async supersede(manager: EntityManager, userId: string, kind: MailKind, now: Date): Promise<void> {
    await manager.query('UPDATE mail_requests SET superseded_at = $3 WHERE user_id = $1 AND kind = $2 AND used_at IS NULL AND superseded_at IS NULL', [
      userId, kind, now,
    ]);
  }

  async insert(manager: EntityManager, request: MailRequest): Promise<void> {
    await manager.insert(MailRequest, request);
  }

  /** Spends a link and answers whose it was. One statement, so that of callers at the same time exactly one gets the answer. */
  async spend(manager: EntityManager, tokenHash: Buffer, kind: MailKind, now: Date): Promise<string | undefined> {
    const [rows] = await manager.query<[{ user_id: string }[], number]>(
      `UPDATE mail_requests SET used_at = $3
       WHERE token_hash = $1 AND kind = $2 AND used_at IS NULL AND superseded_at IS NULL AND expires_at > $3 RETURNING user_id`,
      [tokenHash, kind, now],
    );
    return rows[0]?.user_id;
  }
}
