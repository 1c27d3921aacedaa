import { Injectable } from '@nestjs/common';
import { addToOutbox } from '@precis/events/outbox';
import { Clock } from '@precis/runtime/clock';
import { inTransaction } from '@precis/runtime/database';
import { DataSource } from 'typeorm';
import { isUuid } from '../users/uuid.rule.js';
import { apiKeyRevoked } from './api-key-events.js';
import { apiKeyAbsent } from './api-keys.errors.js';
import { ApiKeysRepository } from './api-keys.repository.js';

/** Ends every key of the account, those in their grace included; one event per key. */
@Injectable()
export class RevokeKey {
  constructor(
    private readonly database: DataSource,
    private readonly keys: ApiKeysRepository,
    private readonly clock: Clock,
  ) {}

  async execute(userId: string): Promise<void> {
    const now = this.clock.now();
    await inTransaction(this.database, async (manager) => {
      if (!isUuid(userId) || !(await this.keys.lockOwner(manager, userId))) throw apiKeyAbsent();
      const ended = await this.keys.revokeAll(manager, userId, now);
      if (ended.length === 0) throw apiKeyAbsent();
      await addToOutbox(manager, ...ended.map((keyId) => apiKeyRevoked(userId, keyId, now)));
    });
  }
}
