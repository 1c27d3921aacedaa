import { Injectable } from '@nestjs/common';
import { EVENTS } from '@precis/events/catalogue/events';
import { announce } from '@precis/events/outbox/outbox';
import type { Visitor } from '@precis/proto/auth/v1/auth';
import { Clock } from '@precis/runtime/clock';
import { inTransaction } from '@precis/runtime/database';
import { isUuid } from '@precis/runtime/uuid';
import { DataSource } from 'typeorm';
import { ActivityLog } from '../activity/activity-log.provider.js';
import { apiKeyAbsent } from './api-keys.errors.js';
import { ApiKeysRepository } from './api-keys.repository.js';

/** Ends every key of the account, those in their grace included; one event per key (KEY-4). */
@Injectable()
export class RevokeKey {
  constructor(
    private readonly database: DataSource,
    private readonly keys: ApiKeysRepository,
    private readonly activity: ActivityLog,
    private readonly clock: Clock,
  ) {}

  async execute(userId: string, visitor?: Visitor): Promise<void> {
    const now = this.clock.now();
    await inTransaction(this.database, async (manager) => {
      if (!isUuid(userId) || !(await this.keys.lockOwner(manager, userId))) throw apiKeyAbsent();
      const keys = await this.keys.lockUnrevoked(manager, userId);
      // All graces end, even those that ended by this copy's clock: the clock of another copy may be behind and still accept the key.
      await this.keys.revoke(manager, keys);
      const live = keys.filter((key) => key.isLive(now));
      if (live.length === 0) throw apiKeyAbsent();
      await this.activity.note(manager, userId, 'key-revoked', now, { visitor });
      await announce(manager, ...live.map(({ id: keyId }) => EVENTS.apiKeyRevoked.of({ userId, keyId }, now)));
    });
  }
}
