import { Injectable } from '@nestjs/common';
import { Clock } from '@precis/runtime/clock';
import { inTransaction } from '@precis/runtime/database';
import { DataSource } from 'typeorm';
import { randomUUID } from 'node:crypto';
import { ErasedIds } from '../preferences/erased-ids.provider.js';
import type { EndpointRow } from './endpoint.row.js';
import { EndpointsRepository } from './endpoints.repository.js';
import { badWebhookAccount, tooManyEndpoints } from './outgoing-webhooks.errors.js';
import { WebhookSecrets } from './webhook-secrets.provider.js';
import { WishReader } from './wish-reader.provider.js';

/** The most endpoints that one account may have (HOOK-1). */
export const MOST_ENDPOINTS = 5;

/** Creates an endpoint, and returns its signing secret only this once (HOOK-1, HOOK-4). */
@Injectable()
export class CreateEndpoint {
  constructor(
    private readonly database: DataSource,
    private readonly endpoints: EndpointsRepository,
    private readonly secrets: WebhookSecrets,
    private readonly wishes: WishReader,
    private readonly erased: ErasedIds,
    private readonly clock: Clock,
  ) {}

  async execute(
    accountId: string,
    asked: { url: string; eventTypes: string[] },
  ): Promise<{ row: EndpointRow; secret: string }> {
    const { url, eventTypes } = this.wishes.read(asked);
    const id = randomUUID();
    const { text, sealed } = this.secrets.issue({ accountId, endpointId: id });
    const now = this.clock.now();
    await inTransaction(this.database, async (manager) => {
      await this.endpoints.lockAccount(manager, accountId);
      // A session may outlive its erased account by a moment, and nothing would ever delete this endpoint.
      if (await this.endpoints.isErased(manager, this.erased.hashOf(accountId))) throw badWebhookAccount();
      if ((await this.endpoints.countOf(manager, accountId)) >= MOST_ENDPOINTS) throw tooManyEndpoints(MOST_ENDPOINTS);
      await this.endpoints.add(manager, { id, accountId, url, eventTypes, secret: sealed }, now);
    });
    const row: EndpointRow = {
      id,
      accountId,
      url,
      eventTypes,
      disabledReason: null,
      createdAt: now,
      failingSince: null,
      oldSecretUntil: null,
    };
    return { row, secret: text };
  }
}
