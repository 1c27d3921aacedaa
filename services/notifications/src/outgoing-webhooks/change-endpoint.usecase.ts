import { Injectable } from '@nestjs/common';
import { Clock } from '@precis/runtime/clock';
import { inTransaction } from '@precis/runtime/database';
import { DataSource } from 'typeorm';
import type { EndpointRow } from './endpoint.row.js';
import { EndpointsRepository, type EndpointWish } from './endpoints.repository.js';
import { endpointUnknown } from './outgoing-webhooks.errors.js';
import { WebhookQueueRepository } from './webhook-queue.repository.js';
import { WishReader } from './wish-reader.provider.js';

/** Sets all fields that an owner may change; a repeat changes nothing. Deliveries that wait for a disabled endpoint fail (HOOK-11). */
@Injectable()
export class ChangeEndpoint {
  constructor(
    private readonly database: DataSource,
    private readonly endpoints: EndpointsRepository,
    private readonly queue: WebhookQueueRepository,
    private readonly wishes: WishReader,
    private readonly clock: Clock,
  ) {}

  async execute(accountId: string, endpointId: string, asked: EndpointWish): Promise<EndpointRow> {
    const wish = { ...this.wishes.read(asked), isEnabled: asked.isEnabled };
    return inTransaction(this.database, async (manager) => {
      if (!(await this.endpoints.lock(manager, accountId, endpointId))) throw endpointUnknown();
      await this.endpoints.change(manager, endpointId, wish);
      if (!wish.isEnabled) await this.queue.giveUp(manager, endpointId, this.clock.now());
      return (await this.endpoints.lock(manager, accountId, endpointId))!;
    });
  }
}
