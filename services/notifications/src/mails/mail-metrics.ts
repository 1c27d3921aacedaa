import { Injectable } from '@nestjs/common';
import { measurement } from '@precis/events/measurement';
import { Counter, Gauge, Registry } from 'prom-client';
import { DeliveriesRepository } from './deliveries.repository.js';

const OUTCOMES = ['sent', 'superseded', 'unwanted', 'refused', 'failed', 'relay_refused'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Metrics of attempts by outcome, and of waiting mails. No label comes from a mail. */
@Injectable()
export class MailMetrics {
  private readonly attempts: Counter<'outcome'>;

  constructor(metrics: Registry, deliveries: DeliveriesRepository) {
    this.attempts = new Counter({
      name: 'precis_mail_attempts_total',
      help: 'Attempts at a mail, by outcome: sent, superseded, unwanted, refused (for good), failed (tried again), relay_refused (tried again, but no mail leaves).',
      labelNames: ['outcome'],
      registers: [metrics],
    });
    for (const outcome of OUTCOMES) this.attempts.inc({ outcome }, 0);
    // One measurement per gauge, because a scrape collects both at the same time. Other metrics must be served without the database; these keep their
    // last values.
    const [age, counts] = [measurement(() => deliveries.waiting()), measurement(() => deliveries.waiting())];
    new Gauge({
      name: 'precis_mails_oldest_age_seconds',
      help: 'Age of the oldest mail that is still to be sent, 0 without one; every copy reports the same number.',
      registers: [metrics],
      async collect() {
        const found = await age();
        if (found) this.set(found.oldestSeconds);
      },
    });
    new Gauge({
      name: 'precis_mails_waiting',
      help: 'Mails that are queued (to be sent) or dead (wait for an operator); every copy reports the same number.',
      labelNames: ['state'],
      registers: [metrics],
      async collect() {
        const found = await counts();
        if (!found) return;
        this.set({ state: 'queued' }, found.queued);
        this.set({ state: 'dead' }, found.dead);
      },
    });
  }

  count(outcome: Outcome): void {
    this.attempts.inc({ outcome });
  }
}
