import { Injectable } from '@nestjs/common';
import { Clock } from '@precis/runtime/clock';
import { EndpointsRepository } from './endpoints.repository.js';
import { WebhookLogRepository } from './webhook-log.repository.js';
import { WebhookQueueRepository } from './webhook-queue.repository.js';
import { budgetsKeptSince, deliveriesKeptSince } from './webhook-retention.rule.js';

const BATCH = 1_000;
/** Bounds one run; the next run continues. */
const MOST_BATCHES = 50;

/**
 * Deletes expired data of webhooks (HOOK-13), in small steps: deliveries, budgets, and secrets after their overlap. Also fails deliveries that still
 * wait for a disabled endpoint (HOOK-11), because nothing else would ever end them.
 */
@Injectable()
export class ForgetWebhookDeliveries {
  constructor(
    private readonly log: WebhookLogRepository,
    private readonly endpoints: EndpointsRepository,
    private readonly queue: WebhookQueueRepository,
    private readonly clock: Clock,
  ) {}

  async execute(): Promise<void> {
    const now = this.clock.now();
    await this.endpoints.forgetOldSecrets(now);
    await this.queue.giveUpOfDisabled(now);
    await this.log.forgetBudgets(budgetsKeptSince(now));
    for (let batch = 0; batch < MOST_BATCHES; batch++)
      if ((await this.log.forgetDecided(deliveriesKeptSince(now), BATCH)) < BATCH) return;
  }
}
