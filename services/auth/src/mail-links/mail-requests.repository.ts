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

  async insert(manager: EntityManager, request: MailRequest): Promise<void> {
    await manager.insert(MailRequest, request);
  }

  /** The request whose link carries this token, dead or alive. */
  async byTokenHash(manager: EntityManager, tokenHash: Buffer, kind: MailKind): Promise<MailRequest | null> {
    return manager.findOneBy(MailRequest, { tokenHash, kind });
  }

  /** Spends one link and ends the account's others of its kind, what they carried forgotten, inside a transaction that holds the user's row. */
  async spend(manager: EntityManager, { id, userId, kind }: MailRequest, now: Date): Promise<void> {
    await manager.query(
      `UPDATE mail_requests SET used_at = CASE WHEN id = $1 THEN $4::timestamptz END, superseded_at = CASE WHEN id <> $1 THEN $4::timestamptz END,
         name = NULL, password_hash = NULL
       WHERE user_id = $2 AND kind = $3 AND used_at IS NULL AND superseded_at IS NULL`,
      [id, userId, kind, now],
    );
  }
}
