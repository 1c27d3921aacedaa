import { Injectable } from '@nestjs/common';
import { inTransaction } from '@precis/runtime/database';
import { DataSource } from 'typeorm';
import { SigningKey } from './signing-key.entity.js';

/** Any fixed number that no other advisory lock of this database uses. */
const CREATION_LOCK = 7_210_101;

@Injectable()
export class SigningKeysRepository {
  constructor(private readonly database: DataSource) {}

  async all(): Promise<SigningKey[]> {
    return this.database.manager.find(SigningKey, { order: { createdAt: 'DESC', kid: 'ASC' } });
  }

  /** The signing key. The first start creates it, under a lock, so that copies that start together use one. */
  async currentOr(create: () => Promise<SigningKey>): Promise<SigningKey> {
    return inTransaction(this.database, async (manager) => {
      await manager.query('SELECT pg_advisory_xact_lock($1)', [CREATION_LOCK]);
      const [newest] = await manager.find(SigningKey, { order: { createdAt: 'DESC', kid: 'ASC' }, take: 1 });
      if (newest) return newest;
      const made = await create();
      await manager.insert(SigningKey, made);
      return made;
    });
  }
}
