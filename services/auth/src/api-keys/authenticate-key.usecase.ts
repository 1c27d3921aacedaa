import { Injectable } from '@nestjs/common';
import { Clock } from '@precis/runtime/clock';
import { refuseAccess } from '../users/user.entity.js';
import { isWellFormedApiKey } from './api-key-format.rule.js';
import { ApiKeySecrets } from './api-key-secrets.provider.js';
import type { ApiKey } from './api-key.entity.js';
import { apiKeyInvalid } from './api-keys.errors.js';
import { ApiKeysRepository } from './api-keys.repository.js';
import { shownClient, useIsWorthNoting } from './key-grace.rule.js';

/**
 * Finds the key of a text. Unknown, revoked and expired keys get the same refusal (ACC-22); the holder of a live key is told that its account is
 * suspended or closed (ACC-32).
 */
@Injectable()
export class AuthenticateKey {
  constructor(
    private readonly keys: ApiKeysRepository,
    private readonly secrets: ApiKeySecrets,
    private readonly clock: Clock,
  ) {}

  /** Throws api_key_invalid, account_suspended or account_closed. `client`: the name that the client gives itself. */
  async execute(text: string, client: string): Promise<ApiKey> {
    if (!isWellFormedApiKey(text)) throw apiKeyInvalid();
    const now = this.clock.now();
    const found = await this.keys.byLookupHash(this.secrets.lookupHash(text));
    if (!found?.key.isLive(now)) throw apiKeyInvalid();
    const { key, owner } = found;
    refuseAccess(owner);
    // A failed write does not fail the call: the last use is only displayed.
    if (useIsWorthNoting(key.lastUsedAt, now))
      await this.keys.noteUse(key.id, shownClient(client), now).catch(() => undefined);
    return key;
  }
}
