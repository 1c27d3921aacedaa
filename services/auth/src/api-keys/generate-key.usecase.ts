import { Injectable } from '@nestjs/common';
import { EVENTS } from '@precis/events/catalogue/events';
import { announce } from '@precis/events/outbox/outbox';
import type { Visitor } from '@precis/proto/auth/v1/auth';
import { Clock } from '@precis/runtime/clock';
import { inTransaction } from '@precis/runtime/database';
import { isUuid } from '@precis/runtime/uuid';
import { DataSource } from 'typeorm';
import { ActivityLog } from '../activity/activity-log.provider.js';
import { accountNotFound } from '../users/users.errors.js';
import { apiKeyExists } from './api-keys.errors.js';
import { ApiKeysRepository } from './api-keys.repository.js';
import { KeyMaker } from './key-maker.provider.js';

/** Generates the account's API key. Refused while it has one: there is never a second active key (KEY-1). */
@Injectable()
export class GenerateKey {
  constructor(
    private readonly database: DataSource,
    private readonly keys: ApiKeysRepository,
    private readonly maker: KeyMaker,
    private readonly activity: ActivityLog,
    private readonly clock: Clock,
  ) {}

  /** Returns the key's text. Throws account_not_found, api_key_exists or too_many_keys; then nothing was changed. */
  async execute(userId: string, visitor?: Visitor): Promise<string> {
    const now = this.clock.now();
    return inTransaction(this.database, async (manager) => {
      if (!isUuid(userId) || !(await this.keys.lockOwner(manager, userId))) throw accountNotFound();
      if (await this.keys.activeIn(manager, userId)) throw apiKeyExists();
      await this.maker.refuseBeyondAllowance(manager, userId, now);
      const { text, key } = await this.maker.make(manager, userId, now);
      await this.activity.note(manager, userId, 'key-generated', now, { visitor });
      await announce(manager, EVENTS.apiKeyGenerated.of({ userId, keyId: key.id }, now));
      return text;
    });
  }
}
