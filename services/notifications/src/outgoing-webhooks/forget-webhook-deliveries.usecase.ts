import { Injectable } from '@nestjs/common';
import { Clock } from '@precis/runtime/clock';
import { EndpointsRepository } from './endpoints.repository.js';
import { WebhookLogRepository } from './webhook-log.repository.js';
import { budgetsKeptSince, deliveriesKeptSince } from './webhook-retention.rule.js';

const BATCH = 1_000;
/** So that one turn ends; the next goes on. */
const MOST_BATCHES = 50;

/** Deletes what webhooks leave behind when its time is over (HOOK-13), in small steps: deliveries, budgets, secrets after their overlap. */
@Injectable()
export class ForgetWebhookDeliveries {
  constructor(
    private readonly log: WebhookLogRepository,
    private readonly endpoints: EndpointsRepository,
    private readonly clock: Clock,
  ) {}

  async execute(): Promise<void> {
    const now = this.clock.now();
    await this.endpoints.forgetOldSecrets(now);
    await this.log.forgetBudgets(budgetsKeptSince(now));
    for (let batch = 0; batch < MOST_BATCHES; batch++)
      if ((await this.log.forgetDecided(deliveriesKeptSince(now), BATCH)) < BATCH) return;
  }
}
