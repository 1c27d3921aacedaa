import { Injectable } from '@nestjs/common';
import { Clock } from '@precis/runtime/clock';
import { inTransaction } from '@precis/runtime/database';
import { activeTraceparent } from '@precis/runtime/tracing/active-trace';
import { DataSource } from 'typeorm';
import { randomUUIDv7 } from 'node:crypto';
import { EndpointsRepository } from './endpoints.repository.js';
import { OrderBudget } from './order-budget.provider.js';
import { endpointDisabled, endpointUnknown } from './outgoing-webhooks.errors.js';
import type { DeliveryRow } from './webhook-delivery.row.js';
import { TEST_EVENT, webhookBody } from './webhook-event.rule.js';
import { WebhookLinks } from './webhook-links.js';
import { WebhookLogRepository } from './webhook-log.repository.js';
import { WebhookQueueRepository } from './webhook-queue.repository.js';

/** Sends an endpoint one `webhook.test`, which is tried once (HOOK-10, HOOK-12). */
@Injectable()
export class TestEndpoint {
  constructor(
    private readonly database: DataSource,
    private readonly endpoints: EndpointsRepository,
    private readonly budget: OrderBudget,
    private readonly queue: WebhookQueueRepository,
    private readonly log: WebhookLogRepository,
    private readonly links: WebhookLinks,
    private readonly clock: Clock,
  ) {}

  async execute(accountId: string, endpointId: string): Promise<DeliveryRow> {
    const now = this.clock.now();
    const id = randomUUIDv7();
    const payload = {
      type: TEST_EVENT,
      path: `/api/webhooks/${endpointId}`,
      facts: { webhook_id: endpointId },
    } as const;
    return inTransaction(this.database, async (manager) => {
      const endpoint = await this.endpoints.lock(manager, accountId, endpointId);
      if (!endpoint) throw endpointUnknown();
      if (endpoint.disabledReason) throw endpointDisabled();
      await this.budget.spend(manager, accountId, now);
      await this.queue.queueFor(manager, endpointId, id, {
        eventId: id,
        type: TEST_EVENT,
        body: webhookBody(payload, now, this.links.publicUrl),
        correlationId: id,
        traceparent: activeTraceparent() ?? null,
        createdAt: now,
      });
      return (await this.log.find(manager, endpointId, id))!;
    });
  }
}
