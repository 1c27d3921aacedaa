import { Injectable } from '@nestjs/common';
import { addToOutbox } from '@precis/events/outbox';
import { Clock } from '@precis/runtime/clock';
import { inTransaction } from '@precis/runtime/database';
import { DataSource } from 'typeorm';
import { accountNotFound } from '../users/users.errors.js';
import { isUuid } from '../users/uuid.rule.js';
import { apiKeyGenerated } from './api-key-events.js';
import { ApiKeySecrets } from './api-key-secrets.provider.js';
import { apiKeyExists } from './api-keys.errors.js';
import { ApiKeysRepository } from './api-keys.repository.js';

/** Gives an account its key; while it has one, the answer is a refusal and never a second key (decisions 13). */
@Injectable()
export class GenerateKey {
  constructor(
    private readonly database: DataSource,
    private readonly keys: ApiKeysRepository,
    private readonly secrets: ApiKeySecrets,
    private readonly clock: Clock,
  ) {}

  async execute(userId: string): Promise<string> {
    return inTransaction(this.database, async (manager) => {
      if (!isUuid(userId) || !(await this.keys.lockOwner(manager, userId))) throw accountNotFound();
      if (await this.keys.activeIn(manager, userId)) throw apiKeyExists();
      const { text, key } = this.secrets.issue(userId, this.clock.now());
      await this.keys.insert(manager, key);
      await addToOutbox(manager, apiKeyGenerated(key));
      return text;
    });
  }
}
