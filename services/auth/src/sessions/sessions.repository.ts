import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Session } from './session.entity.js';

/** Searchable in the index sessions_revoked (a test reads its plan). */
export const SESSIONS_REVOKED_LATELY = `SELECT id FROM sessions WHERE revoked_at > now() - interval '120 seconds'`;

@Injectable()
export class SessionsRepository {
  constructor(private readonly database: DataSource) {}

  async byId(id: string): Promise<Session | null> {
    return this.database.manager.findOneBy(Session, { id });
  }

  /** Adds a session and takes the account's long ended ones away, so that the table needs no clean-up job. */
  async insert(manager: EntityManager, session: Session): Promise<void> {
    await manager.insert(Session, session);
    await manager.query(`DELETE FROM sessions WHERE user_id = $1 AND expires_at < $2::timestamptz - interval '1 day'`, [session.userId, session.createdAt]);
  }

  async revoke(id: string): Promise<void> {
    await this.database.query('UPDATE sessions SET revoked_at = clock_timestamp() WHERE id = $1 AND revoked_at IS NULL', [id]);
  }

  /**
   * Sessions and keys that died in the last 120 s by the database clock, which every writer shares, and rotated keys whose
   * grace ended in that time by the service's clock. Answered from partial indexes that hold the dead alone; never cut
   * short, because an id left out would stay valid at the gateways. now(), not clock_timestamp(): an index cannot be
   * searched for a value that may change from row to row.
   */
  async listRevoked(now: Date): Promise<string[]> {
    const rows = await this.database.query<{ id: string }[]>(
      `${SESSIONS_REVOKED_LATELY}
       UNION SELECT id FROM api_keys WHERE revoked_at > now() - interval '120 seconds'
       UNION SELECT id FROM api_keys WHERE valid_until > $1::timestamptz - interval '120 seconds' AND valid_until <= $1`,
      [now],
    );
    return rows.map((row) => row.id);
  }
}
