import { Injectable } from '@nestjs/common';
import { measurement } from '@precis/events/measurement';
import { Clock } from '@precis/runtime/clock';
import { Counter, Gauge, Registry } from 'prom-client';
import { WebhookQueueRepository } from './webhook-queue.repository.js';

const OUTCOMES = ['delivered', 'refused', 'timeout', 'unreachable', 'private_address'] as const;
type Outcome = (typeof OUTCOMES)[number];

/** Counts attempts by outcome, and waiting deliveries. No label comes from an endpoint. */
@Injectable()
export class WebhookMetrics {
  private readonly attempts: Counter<'outcome'>;

  constructor(metrics: Registry, queue: WebhookQueueRepository, clock: Clock) {
    this.attempts = new Counter({
      name: 'precis_webhook_attempts_total',
      help: 'Attempts at an outgoing webhook, by outcome: delivered, refused (another status than 2xx), timeout, unreachable, private_address.',
      labelNames: ['outcome'],
      registers: [metrics],
    });
    for (const outcome of OUTCOMES) this.attempts.inc({ outcome }, 0);
    // Each gauge has its own measurement: a scrape collects both at once. Other metrics must be served even without the database.
    const [count, lateness] = [
      measurement(() => queue.waiting(clock.now())),
      measurement(() => queue.waiting(clock.now())),
    ];
    new Gauge({
      name: 'precis_webhooks_waiting',
      help: 'Outgoing webhooks that are to be sent, now or later; every copy tells the same number.',
      registers: [metrics],
      async collect() {
        const found = await count();
        if (found) this.set(found.queued);
      },
    });
    new Gauge({
      name: 'precis_webhooks_overdue_seconds',
      help: 'For how long the oldest outgoing webhook has been due without being sent, 0 without one; every copy tells the same number.',
      registers: [metrics],
      async collect() {
        const found = await lateness();
        if (found) this.set(found.overdueSeconds);
      },
    });
  }

  /** `error` of the attempt; null when it was delivered. */
  count(error: string | null): void {
    this.attempts.inc({ outcome: outcomeOf(error) });
  }
}

function outcomeOf(error: string | null): Outcome {
  if (error === null) return 'delivered';
  if (error === 'timeout' || error === 'private_address') return error;
  return error === 'redirect' || error.startsWith('http_') ? 'refused' : 'unreachable';
}
