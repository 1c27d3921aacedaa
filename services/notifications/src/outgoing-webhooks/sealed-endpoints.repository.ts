import type { SealedSecret } from '@precis/runtime/vault/vault.provider';
import type { DataSource, EntityManager } from 'typeorm';

/** An endpoint with its encrypted secrets; `oldSecret` during the overlap of a rotation. */
export interface SealedEndpoint {
  endpointId: string;
  accountId: string;
  secret: SealedSecret;
  oldSecret: SealedSecret | null;
}

interface Row {
  id: string;
  account_id: string;
  ciphertext: Buffer;
  wrapped_key: Buffer;
  key_version: number;
  old_ciphertext: Buffer | null;
  old_wrapped_key: Buffer | null;
  old_key_version: number | null;
}

const OF_OTHERS = '(key_version <> $1 OR old_key_version <> $1)';

/** All SQL of encrypted secrets, by the version of their key. */
export class SealedEndpointsRepository {
  constructor(private readonly database: DataSource) {}

  /** At most `limit` endpoints with a secret under another version, with ids after `after`. Locks them until the transaction ends. */
  async lockNext(manager: EntityManager, current: number, after: string, limit: number): Promise<SealedEndpoint[]> {
    const rows = await manager.query<Row[]>(
      `SELECT id, account_id, ciphertext, wrapped_key, key_version, old_ciphertext, old_wrapped_key, old_key_version
       FROM webhook_endpoints WHERE ${OF_OTHERS} AND id > $2 ORDER BY id LIMIT $3 FOR NO KEY UPDATE`,
      [current, after, limit],
    );
    return rows.map((row) => ({
      endpointId: row.id,
      accountId: row.account_id,
      secret: { ciphertext: row.ciphertext, wrappedKey: row.wrapped_key, keyVersion: row.key_version },
      oldSecret: row.old_ciphertext && {
        ciphertext: row.old_ciphertext,
        wrappedKey: row.old_wrapped_key!,
        keyVersion: row.old_key_version!,
      },
    }));
  }

  async write(manager: EntityManager, { endpointId, secret, oldSecret }: SealedEndpoint): Promise<void> {
    await manager.query(
      `UPDATE webhook_endpoints SET ciphertext = $2, wrapped_key = $3, key_version = $4,
         old_ciphertext = $5, old_wrapped_key = $6, old_key_version = $7 WHERE id = $1`,
      [
        endpointId,
        secret.ciphertext,
        secret.wrappedKey,
        secret.keyVersion,
        oldSecret?.ciphertext ?? null,
        oldSecret?.wrappedKey ?? null,
        oldSecret?.keyVersion ?? null,
      ],
    );
  }

  async countOfOthers(current: number): Promise<number> {
    const [{ n }] = await this.database.query(`SELECT count(*)::int AS n FROM webhook_endpoints WHERE ${OF_OTHERS}`, [
      current,
    ]);
    return n;
  }
}
