import { Injectable } from '@nestjs/common';
import type { SealedSecret } from '@precis/runtime/vault/vault.provider';
import { DataSource, type EntityManager } from 'typeorm';
import { type DisabledReason, ENDPOINT_COLUMNS, type EndpointRow } from './endpoint.row.js';

/** The fields of an endpoint that its owner sets. */
export interface EndpointWish {
  url: string;
  eventTypes: string[];
  isEnabled: boolean;
}

/** All SQL of endpoints. Look-ups filter by account, so another account's endpoint looks unknown. A change by id alone must follow lock(). */
@Injectable()
export class EndpointsRepository {
  constructor(private readonly database: DataSource) {}

  async of(accountId: string): Promise<EndpointRow[]> {
    return this.database.query(
      `SELECT ${ENDPOINT_COLUMNS} FROM webhook_endpoints WHERE account_id = $1 ORDER BY created_at, id`,
      [accountId],
    );
  }

  async find(accountId: string, id: string): Promise<EndpointRow | undefined> {
    const [row] = await this.database.query(
      `SELECT ${ENDPOINT_COLUMNS} FROM webhook_endpoints WHERE account_id = $1 AND id = $2`,
      [accountId, id],
    );
    return row;
  }

  /** Locks the row until the transaction ends. */
  async lock(manager: EntityManager, accountId: string, id: string): Promise<EndpointRow | undefined> {
    const [row] = await manager.query(
      `SELECT ${ENDPOINT_COLUMNS} FROM webhook_endpoints WHERE account_id = $1 AND id = $2 FOR NO KEY UPDATE`,
      [accountId, id],
    );
    return row;
  }

  /** Serialises changes of an account's list, and its erasure. */
  async lockAccount(manager: EntityManager, accountId: string): Promise<void> {
    await manager.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
      `webhooks ${accountId.toLowerCase()}`,
    ]);
  }

  async isErased(manager: EntityManager, idHash: Buffer): Promise<boolean> {
    const found = await manager.query<unknown[]>('SELECT FROM erased_accounts WHERE id_hash = $1', [idHash]);
    return found.length > 0;
  }

  async countOf(manager: EntityManager, accountId: string): Promise<number> {
    const [{ n }] = await manager.query('SELECT count(*)::int AS n FROM webhook_endpoints WHERE account_id = $1', [
      accountId,
    ]);
    return n;
  }

  async add(
    manager: EntityManager,
    endpoint: { id: string; accountId: string; url: string; eventTypes: string[]; secret: SealedSecret },
    now: Date,
  ): Promise<void> {
    const { id, accountId, url, eventTypes, secret } = endpoint;
    await manager.query(
      `INSERT INTO webhook_endpoints (id, account_id, url, event_types, ciphertext, wrapped_key, key_version, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [id, accountId, url, eventTypes, secret.ciphertext, secret.wrappedKey, secret.keyVersion, now],
    );
  }

  /** Enabling an endpoint or changing its address resets its failures, because they say nothing about the new state. */
  async change(manager: EntityManager, id: string, wish: EndpointWish): Promise<void> {
    await manager.query(
      `UPDATE webhook_endpoints SET
         failing_since = CASE WHEN url = $2 AND disabled_reason IS NULL THEN failing_since END,
         disabled_reason = CASE WHEN $4 THEN NULL ELSE coalesce(disabled_reason, 'owner') END,
         url = $2, event_types = $3
       WHERE id = $1`,
      [id, wish.url, wish.eventTypes, wish.isEnabled],
    );
  }

  async disable(manager: EntityManager, id: string, reason: DisabledReason): Promise<void> {
    await manager.query('UPDATE webhook_endpoints SET disabled_reason = $2 WHERE id = $1 AND disabled_reason IS NULL', [
      id,
      reason,
    ]);
  }

  /** The old secret signs as well until `oldUntil`; null: only the new one signs from now on. */
  async replaceSecret(
    manager: EntityManager,
    id: string,
    { ciphertext, wrappedKey, keyVersion }: SealedSecret,
    oldUntil: Date | null,
  ): Promise<void> {
    await manager.query(
      `UPDATE webhook_endpoints SET
         old_ciphertext = CASE WHEN $5::timestamptz IS NOT NULL THEN ciphertext END,
         old_wrapped_key = CASE WHEN $5::timestamptz IS NOT NULL THEN wrapped_key END,
         old_key_version = CASE WHEN $5::timestamptz IS NOT NULL THEN key_version END,
         old_secret_until = $5, ciphertext = $2, wrapped_key = $3, key_version = $4
       WHERE id = $1`,
      [id, ciphertext, wrappedKey, keyVersion, oldUntil],
    );
  }

  /** Deletes secrets whose overlap is over. */
  async forgetOldSecrets(now: Date): Promise<void> {
    await this.database.query(
      `UPDATE webhook_endpoints SET old_ciphertext = NULL, old_wrapped_key = NULL, old_key_version = NULL, old_secret_until = NULL
       WHERE old_secret_until <= $1`,
      [now],
    );
  }

  /** Removes secrets and address immediately, and hides the endpoint; its deliveries are deleted in steps. False when there is none. */
  async delete(accountId: string, id: string, now: Date): Promise<boolean> {
    const [, count] = await this.database.query<[unknown[], number]>(
      `UPDATE webhook_endpoints SET ${DELETED} WHERE account_id = $2 AND id = $3`,
      [now, accountId, id],
    );
    return count === 1;
  }

  /** Deletes all endpoints of an account like `delete`, and its budgets (HOOK-14). */
  async deleteAll(manager: EntityManager, accountId: string, now: Date): Promise<void> {
    await manager.query(`UPDATE webhook_endpoints SET ${DELETED} WHERE account_id = $2`, [now, accountId]);
    await manager.query('DELETE FROM webhook_budgets WHERE account_id = $1', [accountId]);
  }

  /** Deletes at most `limit` deliveries of deleted endpoints, with their attempts, and returns how many. */
  async clearDeleted(limit: number): Promise<number> {
    const [, count] = await this.database.query<[unknown[], number]>(
      `DELETE FROM webhook_deliveries WHERE id IN (
         SELECT d.id FROM webhook_endpoints e JOIN webhook_deliveries d ON d.endpoint_id = e.id
         WHERE e.deleted_at IS NOT NULL LIMIT $1 FOR UPDATE OF d SKIP LOCKED)`,
      [limit],
    );
    return count;
  }

  /** Deletes the deleted endpoints that have no deliveries left. A delivery that an event adds at the same time is deleted with its endpoint. */
  async removeCleared(): Promise<void> {
    await this.database.query(
      `DELETE FROM webhook_endpoints e WHERE deleted_at IS NOT NULL
         AND NOT EXISTS (SELECT FROM webhook_deliveries d WHERE d.endpoint_id = e.id)`,
    );
  }

  /** Stores since when the endpoint has been failing: never after a success (`failedAt` null), otherwise since the first failure after it. */
  async noteOutcome(manager: EntityManager, id: string, failedAt: Date | null): Promise<void> {
    await manager.query(
      failedAt === null
        ? 'UPDATE webhook_endpoints SET failing_since = NULL WHERE id = $1 AND failing_since IS NOT NULL'
        : 'UPDATE webhook_endpoints SET failing_since = $2 WHERE id = $1 AND failing_since IS NULL',
      failedAt === null ? [id] : [id, failedAt],
    );
  }
}

/** With `disabled_reason`, neither this nor the previous release serves its queue. */
const DELETED = `deleted_at = $1, account_id = NULL, url = '', event_types = '{}', disabled_reason = 'owner', failing_since = NULL,
  ciphertext = NULL, wrapped_key = NULL, key_version = NULL,
  old_ciphertext = NULL, old_wrapped_key = NULL, old_key_version = NULL, old_secret_until = NULL`;
