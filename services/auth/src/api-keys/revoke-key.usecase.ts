import { Injectable } from '@nestjs/common';
import { addToOutbox } from '@precis/events/outbox/outbox';
import { Clock } from '@precis/runtime/clock';
import { inTransaction } from '@precis/runtime/database';
import { isUuid } from '@precis/runtime/uuid';
import { DataSource } from 'typeorm';
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
      const keys = await this.keys.lockUnrevoked(manager, userId);
      // A grace ends here whatever this copy's clock says of it: another copy's may be behind, and would still let it in.
      await this.keys.revoke(manager, keys);
      const live = keys.filter((key) => key.isLive(now));
      if (live.length === 0) throw apiKeyAbsent();
      await addToOutbox(manager, ...live.map((key) => apiKeyRevoked(userId, key.id, now)));
    });
  }
}
