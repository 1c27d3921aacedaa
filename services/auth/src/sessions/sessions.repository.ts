import { Injectable } from '@nestjs/common';
import { isUuid } from '@precis/runtime/uuid';
import { DataSource, type EntityManager } from 'typeorm';
import { Session } from './session.entity.js';

@Injectable()
export class SessionsRepository {
  constructor(private readonly database: DataSource) {}

  async byId(id: string): Promise<Session | null> {
    return this.database.manager.findOneBy(Session, { id });
  }

  /** The account's session as it is now, inside a transaction; null for another account's. */
  async ofUser(manager: EntityManager, id: string, userId: string): Promise<Session | null> {
    return isUuid(id) ? manager.findOneBy(Session, { id, userId }) : null;
  }

  /** Adds a session and takes the account's long ended ones away, so that the table needs no clean-up job. */
  async insert(manager: EntityManager, session: Session): Promise<void> {
    await manager.insert(Session, session);
    await manager.query(`DELETE FROM sessions WHERE user_id = $1 AND expires_at < $2::timestamptz - interval '1 day'`, [
      session.userId,
      session.createdAt,
    ]);
  }

  async revoke(id: string): Promise<void> {
    await this.database.query(
      'UPDATE sessions SET revoked_at = clock_timestamp() WHERE id = $1 AND revoked_at IS NULL',
      [id],
    );
  }

  /** Ends every live session of the account but the named one, inside the transaction of what ends them (ACC-16). */
  async endAll(manager: EntityManager, userId: string, exceptId = ''): Promise<void> {
    await manager.query(
      `UPDATE sessions SET revoked_at = clock_timestamp() WHERE user_id = $1 AND id::text <> $2 AND revoked_at IS NULL`,
      [userId, exceptId],
    );
  }
}
