import { Injectable } from '@nestjs/common';
import { measurement } from '@precis/events/measurement';
import { Clock } from '@precis/runtime/clock';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { TakenWebhook } from './webhook-delivery.row.js';
import { WebhookQueueRepository } from './webhook-queue.repository.js';

const OUTCOMES = ['delivered', 'refused', 'timeout', 'unreachable', 'private_address', 'not_allowed'] as const;
type Outcome = (typeof OUTCOMES)[number];
/** Reasons of a held-back delivery that are not our fault. */
const OF_THE_ACCOUNT = new Set(['account_stopped', 'budget_exhausted']);

/** Counts attempts by outcome, and waiting deliveries. No label comes from an endpoint. */
@Injectable()
export class WebhookMetrics {
  private readonly attempts: Counter<'outcome'>;
  private readonly delay: Histogram<'until'>;

  constructor(metrics: Registry, queue: WebhookQueueRepository, clock: Clock) {
    this.attempts = new Counter({
      name: 'precis_webhook_attempts_total',
      help: 'Attempts at an outgoing webhook, by outcome: delivered, refused (another status than 2xx), timeout, unreachable, private_address, not_allowed (by the rule of addresses).',
      labelNames: ['outcome'],
      registers: [metrics],
    });
    for (const outcome of OUTCOMES) this.attempts.inc({ outcome }, 0);
    this.delay = new Histogram({
      name: 'precis_webhook_delay_seconds',
      help: 'Time from the queueing of an outgoing webhook until its first_attempt begins (ours), or until it is delivered (its receiver may have been away).',
      labelNames: ['until'],
      buckets: [0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3_600, 6 * 3_600, 24 * 3_600],
      registers: [metrics],
    });
    for (const until of ['first_attempt', 'delivered']) this.delay.zero({ until });
    // Each gauge has its own measurement: a scrape collects both at once. Other metrics must be served even without the database.
    const [count, lateness] = [
      measurement(() => queue.waiting(clock.now())),
      measurement(() => queue.waiting(clock.now())),
    ];
    new Gauge({
      name: 'precis_webhooks_waiting',
      help: 'Outgoing webhooks that are to be sent, now or later; every copy reports the same number.',
      registers: [metrics],
      async collect() {
        const found = await count();
        if (found) this.set(found.queued);
      },
    });
    new Gauge({
      name: 'precis_webhooks_overdue_seconds',
      help: 'For how long the oldest outgoing webhook has been due while nothing is sent to its receiver, 0 without one; every copy reports the same number.',
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

  /** Records that an attempt begins. Only the first one counts, and none that waited because of its own account. */
  begins({ tries, heldFor, queuedAt }: TakenWebhook, now: Date): void {
    if (tries === 1 && !OF_THE_ACCOUNT.has(heldFor ?? '')) this.observe('first_attempt', queuedAt, now);
  }

  delivered({ queuedAt }: TakenWebhook, now: Date): void {
    this.observe('delivered', queuedAt, now);
  }

  private observe(until: 'first_attempt' | 'delivered', queuedAt: Date, now: Date): void {
    this.delay.observe({ until }, Math.max(0, now.getTime() - queuedAt.getTime()) / 1_000);
  }
}

function outcomeOf(error: string | null): Outcome {
  if (error === null) return 'delivered';
  if (error === 'timeout' || error === 'private_address') return error;
  if (error.startsWith('url_')) return 'not_allowed';
  return error === 'redirect' || error.startsWith('http_') ? 'refused' : 'unreachable';
}
