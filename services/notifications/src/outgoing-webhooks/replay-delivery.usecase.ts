import { Injectable } from '@nestjs/common';
import { Clock } from '@precis/runtime/clock';
import { inTransaction } from '@precis/runtime/database';
import { DataSource } from 'typeorm';
import { EndpointsRepository } from './endpoints.repository.js';
import { OrderBudget } from './order-budget.provider.js';
import { deliveryUnknown, deliveryWaits, endpointDisabled, endpointUnknown } from './outgoing-webhooks.errors.js';
import type { DeliveryRow } from './webhook-delivery.row.js';
import { WebhookLogRepository } from './webhook-log.repository.js';

/** Sends an ended delivery once more, with the same webhook-id and body, so that a receiver recognises it (HOOK-5, HOOK-13). */
@Injectable()
export class ReplayDelivery {
  constructor(
    private readonly database: DataSource,
    private readonly endpoints: EndpointsRepository,
    private readonly budget: OrderBudget,
    private readonly log: WebhookLogRepository,
    private readonly clock: Clock,
  ) {}

  async execute(accountId: string, endpointId: string, deliveryId: string): Promise<DeliveryRow> {
    const now = this.clock.now();
    return inTransaction(this.database, async (manager) => {
      const endpoint = await this.endpoints.lock(manager, accountId, endpointId);
      if (!endpoint) throw endpointUnknown();
      const delivery = await this.log.find(manager, endpointId, deliveryId);
      if (!delivery) throw deliveryUnknown();
      if (endpoint.disabledReason) throw endpointDisabled();
      await this.budget.spend(manager, accountId, now);
      if (!(await this.log.replay(manager, endpointId, deliveryId, now))) throw deliveryWaits();
      return (await this.log.find(manager, endpointId, deliveryId))!;
    });
  }
}
