import { Injectable } from '@nestjs/common';
import { addToOutbox } from '@precis/events/outbox/outbox';
import { Clock } from '@precis/runtime/clock';
import { inTransaction } from '@precis/runtime/database';
import { isUuid } from '@precis/runtime/uuid';
import { DataSource } from 'typeorm';
import { accountNotFound } from '../users/users.errors.js';
import { apiKeyGenerated } from './api-key-events.js';
import { apiKeyExists } from './api-keys.errors.js';
import { ApiKeysRepository } from './api-keys.repository.js';
import { KeyMaker } from './key-maker.provider.js';

/** Gives an account its key; while it has one, the answer is a refusal and never a second key (decisions 13). */
@Injectable()
export class GenerateKey {
  constructor(
    private readonly database: DataSource,
    private readonly keys: ApiKeysRepository,
    private readonly maker: KeyMaker,
    private readonly clock: Clock,
  ) {}

  async execute(userId: string): Promise<string> {
    const now = this.clock.now();
    return inTransaction(this.database, async (manager) => {
      if (!isUuid(userId) || !(await this.keys.lockOwner(manager, userId))) throw accountNotFound();
      if (await this.keys.activeIn(manager, userId)) throw apiKeyExists();
      await this.maker.refuseBeyondAllowance(manager, userId, now);
      const { text, key } = await this.maker.make(manager, userId, now);
      await addToOutbox(manager, apiKeyGenerated(key));
      return text;
    });
  }
}
