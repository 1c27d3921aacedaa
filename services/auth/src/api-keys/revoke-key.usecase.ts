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

/** Revokes every key of the account, including those in their grace; one event per key (KEY-4). */
@Injectable()
export class RevokeKey {
  constructor(
    private readonly database: DataSource,
    private readonly keys: ApiKeysRepository,
    private readonly activity: ActivityLog,
    private readonly clock: Clock,
  ) {}

  /** Throws api_key_absent when the account has no live key; then nothing was changed. */
  async execute(userId: string, visitor?: Visitor): Promise<void> {
    const now = this.clock.now();
    await inTransaction(this.database, async (manager) => {
      if (!isUuid(userId) || !(await this.keys.lockOwner(manager, userId))) throw apiKeyAbsent();
      const keys = await this.keys.lockUnrevoked(manager, userId);
      // With a live key, also ends graces that have expired by this copy's clock: a slower clock of another copy may still accept those keys.
      await this.keys.revoke(manager, keys);
      const live = keys.filter((key) => key.isLive(now));
      if (live.length === 0) throw apiKeyAbsent();
      await this.activity.note(manager, userId, 'key-revoked', now, { visitor });
      await announce(manager, ...live.map(({ id: keyId }) => EVENTS.apiKeyRevoked.of({ userId, keyId }, now)));
    });
  }
}
