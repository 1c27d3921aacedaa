import { Injectable } from '@nestjs/common';
import { addToOutbox } from '@precis/events/outbox';
import { Clock } from '@precis/runtime/clock';
import { inTransaction } from '@precis/runtime/database';
import { DataSource } from 'typeorm';
import { isUuid } from '../users/uuid.rule.js';
import { apiKeyRevoked, apiKeyRotated } from './api-key-events.js';
import { ApiKeySecrets } from './api-key-secrets.provider.js';
import { apiKeyAbsent, graceInvalid } from './api-keys.errors.js';
import { ApiKeysRepository } from './api-keys.repository.js';
import { isGrace } from './key-grace.rule.js';

/**
 * A new key at once, the one it replaces valid for its grace (decisions 13). A rotation without a grace ends earlier graces too,
 * with an event for each: who rotates because a key leaked must not leave an older leak open. One with a grace leaves them: the
 * repeat after a lost answer must not end the key that is deployed. A repeat rotates again.
 */
@Injectable()
export class RotateKey {
  constructor(
    private readonly database: DataSource,
    private readonly keys: ApiKeysRepository,
    private readonly secrets: ApiKeySecrets,
    private readonly clock: Clock,
  ) {}

  async execute(userId: string, graceSeconds: number): Promise<{ apiKey: string; oldKeyValidUntil: Date }> {
    if (!isGrace(graceSeconds)) throw graceInvalid();
    const now = this.clock.now();
    return inTransaction(this.database, async (manager) => {
      const old = isUuid(userId) && (await this.keys.lockOwner(manager, userId)) ? await this.keys.activeIn(manager, userId) : null;
      if (!old) throw apiKeyAbsent();
      const ended = graceSeconds === 0 ? await this.keys.endGraces(manager, userId, now) : [];
      old.startGrace(now, graceSeconds);
      await this.keys.saveGrace(manager, old);
      if (graceSeconds === 0) await this.keys.revoke(manager, old.id);
      const { text, key } = this.secrets.issue(userId, now);
      await this.keys.insert(manager, key);
      await addToOutbox(manager, ...ended.map((keyId) => apiKeyRevoked(userId, keyId, now)), apiKeyRotated(old, key));
      return { apiKey: text, oldKeyValidUntil: old.validUntil! };
    });
  }
}
