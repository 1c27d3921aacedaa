import { Injectable } from '@nestjs/common';
import { isUuid } from '@precis/runtime/uuid';
import { DataSource, type EntityManager, IsNull, MoreThan } from 'typeorm';
import type { AccountState } from '../users/user.entity.js';
import { Session } from './session.entity.js';

/** The facts that decide whether a session is valid. */
export type SessionState = Pick<Session, 'id' | 'userId' | 'revokedAt' | 'expiresAt'> & AccountState;

@Injectable()
export class SessionsRepository {
  constructor(private readonly database: DataSource) {}

  /** A session with the state of its account. */
  async stateOf(id: string): Promise<SessionState | undefined> {
    const [found] = await this.database.query<SessionState[]>(
      `SELECT s.id, s.user_id AS "userId", s.revoked_at AS "revokedAt", s.expires_at AS "expiresAt",
         u.suspended_at AS "suspendedAt", u.erased_at AS "erasedAt"
       FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.id = $1`,
      [id],
    );
    return found;
  }

  /** One session of this account, live or not; null for another account's, and for a malformed id. */
  async ofAccount(manager: EntityManager, userId: string, id: string): Promise<Session | null> {
    return isUuid(id) ? manager.findOneBy(Session, { id, userId }) : null;
  }

  /** The newest `limit` live ones. */
  async live(userId: string, now: Date, limit: number): Promise<Session[]> {
    return this.database.manager.find(Session, {
      where: { userId, revokedAt: IsNull(), expiresAt: MoreThan(now) },
      order: { createdAt: 'DESC', id: 'ASC' },
      take: limit,
    });
  }

  async countLive(manager: EntityManager, userId: string, now: Date): Promise<number> {
    return manager.countBy(Session, { userId, revokedAt: IsNull(), expiresAt: MoreThan(now) });
  }

  /**
   * Adds a session, and deletes the account's sessions that expired more than a day ago. So an account that logs in often does not collect rows until
   * ForgetEnded runs again.
   */
  async insert(manager: EntityManager, session: Session): Promise<void> {
    await manager.insert(Session, session);
    await manager.query(`DELETE FROM sessions WHERE user_id = $1 AND expires_at < $2::timestamptz - interval '1 day'`, [
      session.userId,
      session.createdAt,
    ]);
  }

  async revoke(id: string): Promise<void> {
    await this.end(this.database.manager, [id]);
  }

  async end(manager: EntityManager, ids: string[]): Promise<void> {
    await manager.query(
      'UPDATE sessions SET revoked_at = clock_timestamp() WHERE id = ANY($1) AND revoked_at IS NULL',
      [ids],
    );
  }

  /** Ends the sessions that began with Google, except one. */
  async endBegunByGoogle(manager: EntityManager, userId: string, exceptId: string): Promise<void> {
    await manager.query(
      `UPDATE sessions SET revoked_at = clock_timestamp()
       WHERE user_id = $1 AND how = 'google' AND revoked_at IS NULL AND id IS DISTINCT FROM nullif($2, '')::uuid`,
      [userId, exceptId],
    );
  }

  /**
   * Ends all sessions of the account except one (empty: no exception), and returns when they would have expired. Sessions that have expired by this
   * copy's clock are ended too, because another copy's clock may be slower.
   */
  async endAll(manager: EntityManager, userId: string, exceptId = ''): Promise<Date[]> {
    const [ended] = await manager.query<[{ expires_at: Date }[], number]>(
      `UPDATE sessions SET revoked_at = clock_timestamp()
       WHERE user_id = $1 AND revoked_at IS NULL AND id IS DISTINCT FROM nullif($2, '')::uuid RETURNING expires_at`,
      [userId, exceptId],
    );
    return ended.map((session) => session.expires_at);
  }
}
