import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, IsNull } from 'typeorm';
import { ApiKey } from './api-key.entity.js';

@Injectable()
export class ApiKeysRepository {
  constructor(private readonly database: DataSource) {}

  async active(userId: string): Promise<ApiKey | null> {
    return this.database.manager.findOneBy(ApiKey, { userId, revokedAt: IsNull(), validUntil: IsNull() });
  }

  async byLookupHash(lookupHash: Buffer): Promise<ApiKey | null> {
    return this.database.manager.findOneBy(ApiKey, { lookupHash });
  }

  /** Makes changes to one account's keys follow each other; false when there is no such account. */
  async lockOwner(manager: EntityManager, userId: string): Promise<boolean> {
    const rows = await manager.query<unknown[]>('SELECT 1 FROM users WHERE id = $1 FOR UPDATE', [userId]);
    return rows.length === 1;
  }

  async activeIn(manager: EntityManager, userId: string): Promise<ApiKey | null> {
    return manager.findOneBy(ApiKey, { userId, revokedAt: IsNull(), validUntil: IsNull() });
  }

  async insert(manager: EntityManager, key: ApiKey): Promise<void> {
    await manager.insert(ApiKey, key);
  }

  async saveGrace(manager: EntityManager, key: ApiKey): Promise<void> {
    await manager.update(ApiKey, { id: key.id }, { validUntil: key.validUntil });
  }

  /** Ends one key now; its id is in ListRevoked from the commit on. */
  async revoke(manager: EntityManager, keyId: string): Promise<void> {
    await manager.query('UPDATE api_keys SET revoked_at = clock_timestamp() WHERE id = $1 AND revoked_at IS NULL', [keyId]);
  }

  /** Ends the active key and those still in their grace; answers the ids that were live. */
  async revokeAll(manager: EntityManager, userId: string, now: Date): Promise<string[]> {
    const [rows] = await manager.query<[{ id: string }[], number]>(
      `UPDATE api_keys SET revoked_at = clock_timestamp()
       WHERE user_id = $1 AND revoked_at IS NULL AND (valid_until IS NULL OR valid_until > $2) RETURNING id`,
      [userId, now],
    );
    return rows.map((row) => row.id);
  }

  /** Ends the keys that are still in their grace, the active one never; answers their ids. */
  async endGraces(manager: EntityManager, userId: string, now: Date): Promise<string[]> {
    const [rows] = await manager.query<[{ id: string }[], number]>(
      `UPDATE api_keys SET revoked_at = clock_timestamp()
       WHERE user_id = $1 AND revoked_at IS NULL AND valid_until > $2 RETURNING id`,
      [userId, now],
    );
    return rows.map((row) => row.id);
  }

  async noteUse(keyId: string, client: string, now: Date): Promise<void> {
    await this.database.query('UPDATE api_keys SET last_used_at = $2, last_client = $3 WHERE id = $1 AND (last_used_at IS NULL OR last_used_at < $2)', [
      keyId, now, client,
    ]);
  }
}
