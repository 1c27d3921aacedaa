import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, IsNull } from 'typeorm';
import { type AccountState, User } from '../users/user.entity.js';
import { ApiKey } from './api-key.entity.js';

@Injectable()
export class ApiKeysRepository {
  constructor(private readonly database: DataSource) {}

  /** The account's active key; null without one. A key in its grace is not active. */
  async active(userId: string): Promise<ApiKey | null> {
    return this.database.manager.findOneBy(ApiKey, { userId, revokedAt: IsNull(), validUntil: IsNull() });
  }

  /** A key with the state of its account. */
  async byLookupHash(lookupHash: Buffer): Promise<{ key: ApiKey; owner: AccountState } | undefined> {
    const { entities, raw } = await this.database.manager
      .createQueryBuilder(ApiKey, 'key')
      .innerJoin(User, 'owner', 'owner.id = key.userId')
      .addSelect('owner.suspendedAt', 'suspended_at')
      .addSelect('owner.erasedAt', 'erased_at')
      .where('key.lookupHash = :lookupHash', { lookupHash })
      .getRawAndEntities<{ suspended_at: Date | null; erased_at: Date | null }>();
    return entities[0] && { key: entities[0], owner: { suspendedAt: raw[0].suspended_at, erasedAt: raw[0].erased_at } };
  }

  /** Locks the account, so that changes to its keys follow each other; false when it does not exist. */
  async lockOwner(manager: EntityManager, userId: string): Promise<boolean> {
    const rows = await manager.query<unknown[]>('SELECT 1 FROM users WHERE id = $1 FOR UPDATE', [userId]);
    return rows.length === 1;
  }

  /** As `active`, but inside a transaction. */
  async activeIn(manager: EntityManager, userId: string): Promise<ApiKey | null> {
    return manager.findOneBy(ApiKey, { userId, revokedAt: IsNull(), validUntil: IsNull() });
  }

  /**
   * The account's unrevoked keys, including those in or past their grace. Locked, so that a first use that is being written is seen before the
   * rotation decides which key was never used.
   */
  async lockUnrevoked(manager: EntityManager, userId: string): Promise<ApiKey[]> {
    return manager.find(ApiKey, {
      where: { userId, revokedAt: IsNull() },
      order: { id: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
  }

  /** Creation times of the account's keys since `since`, oldest first. Dead keys are kept long enough to be counted. */
  async madeSince(manager: EntityManager, userId: string, since: Date): Promise<Date[]> {
    const rows = await manager.query<{ created_at: Date }[]>(
      'SELECT created_at FROM api_keys WHERE user_id = $1 AND created_at > $2 ORDER BY created_at',
      [userId, since],
    );
    return rows.map((row) => row.created_at);
  }

  async insert(manager: EntityManager, key: ApiKey): Promise<void> {
    await manager.insert(ApiKey, key);
  }

  async saveGrace(manager: EntityManager, key: ApiKey): Promise<void> {
    await manager.update(ApiKey, { id: key.id }, { validUntil: key.validUntil });
  }

  /** Revokes these keys now; ListRevoked has their ids from the commit on. */
  async revoke(manager: EntityManager, keys: ApiKey[]): Promise<void> {
    await manager.query(
      'UPDATE api_keys SET revoked_at = clock_timestamp() WHERE id = ANY($1) AND revoked_at IS NULL',
      [keys.map((key) => key.id)],
    );
  }

  async noteUse(keyId: string, client: string, now: Date): Promise<void> {
    await this.database.query(
      'UPDATE api_keys SET last_used_at = $2, last_client = $3 WHERE id = $1 AND (last_used_at IS NULL OR last_used_at < $2)',
      [keyId, now, client],
    );
  }
}
