import type { DataSource, EntityTarget, ObjectLiteral } from 'typeorm';
import { contextOf as apiKeyContext } from '../api-keys/api-key-secrets.provider.js';
import { ApiKey } from '../api-keys/api-key.entity.js';
import { contextOf as signingKeyContext } from '../sessions/session-tokens.provider.js';
import { SigningKey } from '../sessions/signing-key.entity.js';
import type { SealedSecret } from '@precis/runtime/vault/vault.provider';

export type SealedRow = ObjectLiteral & SealedSecret;

/** One table of sealed secrets. */
export interface SealedTable<R extends SealedRow> {
  entity: EntityTarget<R>;
  /** The column by which its rows are ordered. */
  id: keyof R & string;
  /** The associated data of a row's encryption. */
  contextOf(row: R): string;
}

export const API_KEYS: SealedTable<ApiKey> = { entity: ApiKey, id: 'id', contextOf: apiKeyContext };
export const SIGNING_KEYS: SealedTable<SigningKey> = {
  entity: SigningKey,
  id: 'kid',
  contextOf: (row) => signingKeyContext(row.kid),
};

/** All SQL of encrypted rows, by the version of their key-encryption key. */
export class SealedRowsRepository {
  constructor(private readonly database: DataSource) {}

  /** Rows of other versions, ordered by id, so that a full pass reads the table once. */
  async next<R extends SealedRow>(
    { entity, id }: SealedTable<R>,
    current: number,
    after: R | undefined,
    limit: number,
  ): Promise<R[]> {
    const rows = this.ofOthers(entity, current);
    if (after) rows.andWhere(`row.${id} > :after`, { after: after[id] });
    return rows.orderBy(`row.${id}`).take(limit).getMany();
  }

  async countOfOthers<R extends SealedRow>({ entity }: SealedTable<R>, current: number): Promise<number> {
    return this.ofOthers(entity, current).getCount();
  }

  /** Replaces a row. False when it was deleted or changed since it was read. */
  async replace<R extends SealedRow>({ entity, id }: SealedTable<R>, row: R, sealed: SealedSecret): Promise<boolean> {
    const still = { [id]: row[id], keyVersion: row.keyVersion };
    return (await this.database.manager.update(entity, still as never, sealed as never)).affected === 1;
  }

  private ofOthers<R extends SealedRow>(entity: EntityTarget<R>, current: number) {
    return this.database.manager.createQueryBuilder(entity, 'row').where('row.keyVersion <> :current', { current });
  }
}
