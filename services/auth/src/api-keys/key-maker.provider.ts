import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ApiKeySecrets } from './api-key-secrets.provider.js';
import type { ApiKey } from './api-key.entity.js';
import { tooManyKeys } from './api-keys.errors.js';
import { ApiKeysRepository } from './api-keys.repository.js';
import { allowanceStart, secondsUntilNextKey } from './key-grace.rule.js';

/** How many keys an account may make in 24 hours. */
export class KeySettings {
  constructor(readonly keysPerDay: number) {}
}

/** Makes an account's next key inside the caller's transaction, which holds the account's row, within the day's limit (KEY-7). */
@Injectable()
export class KeyMaker {
  constructor(
    private readonly keys: ApiKeysRepository,
    private readonly secrets: ApiKeySecrets,
    private readonly settings: KeySettings,
  ) {}

  /** Throws too_many_keys when the account has made its keys of the last 24 hours; then nothing was changed. */
  async refuseBeyondAllowance(manager: EntityManager, userId: string, now: Date): Promise<void> {
    const madeAt = await this.keys.madeSince(manager, userId, allowanceStart(now));
    const waitSeconds = secondsUntilNextKey(madeAt, this.settings.keysPerDay, now);
    if (waitSeconds !== undefined) throw tooManyKeys(this.settings.keysPerDay, waitSeconds);
  }

  async make(manager: EntityManager, userId: string, now: Date): Promise<{ text: string; key: ApiKey }> {
    const made = this.secrets.issue(userId, now);
    await this.keys.insert(manager, made.key);
    return made;
  }
}
