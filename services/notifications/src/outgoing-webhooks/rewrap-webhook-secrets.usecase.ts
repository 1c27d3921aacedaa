import { inTransaction } from '@precis/runtime/database';
import type { SealedSecret, Vault } from '@precis/runtime/vault/vault.provider';
import type { DataSource } from 'typeorm';
import { type SealedEndpoint, SealedEndpointsRepository } from './sealed-endpoints.repository.js';
import { contextOf } from './webhook-secrets.provider.js';

const BATCH = 50;
/** No id is smaller. */
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/**
 * Encrypts again, under the current key, the signing secrets of webhooks that older keys encrypted, so that older keys can be removed from the
 * configuration. The secrets themselves stay, and so do signatures. It runs while the service is live: a batch is one transaction that locks its
 * rows, so that a simultaneous rotation waits and is not lost. After a crash, completed batches stay, and a repeat continues.
 */
export class RewrapWebhookSecrets {
  private readonly endpoints: SealedEndpointsRepository;

  constructor(
    private readonly database: DataSource,
    private readonly vault: Vault,
  ) {
    this.endpoints = new SealedEndpointsRepository(database);
  }

  /**
   * Returns how many endpoints it changed, and how many are left under another version because a copy that still uses it wrote them in between.
   * Throws at an endpoint of a version that is not configured; completed batches stay.
   */
  async execute(): Promise<{ changed: number; left: number }> {
    let changed = 0;
    let batch: SealedEndpoint[] = [];
    do {
      const after = batch.at(-1)?.endpointId ?? BEFORE_ALL;
      batch = await inTransaction(this.database, async (manager) => {
        const found = await this.endpoints.lockNext(manager, this.vault.current, after, BATCH);
        for (const one of found) await this.endpoints.write(manager, this.resealed(one));
        return found;
      });
      changed += batch.length;
    } while (batch.length === BATCH);
    return { changed, left: await this.endpoints.countOfOthers(this.vault.current) };
  }

  private resealed(endpoint: SealedEndpoint): SealedEndpoint {
    const reseal = (secret: SealedSecret) => this.vault.reseal(secret, contextOf(endpoint));
    const { secret, oldSecret } = endpoint;
    return { ...endpoint, secret: reseal(secret), oldSecret: oldSecret && reseal(oldSecret) };
  }
}
