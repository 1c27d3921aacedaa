import { Injectable } from '@nestjs/common';
import { measurement } from '@precis/events/measurement';
import { Counter, Gauge, Registry } from 'prom-client';
import { ProviderEvents } from './provider-events.repository.js';

const OUTCOMES = ['done', 'ignored', 'failed', 'dead', 'refused'] as const;

/** Metrics of attempts at provider events by outcome, and of waiting ones. No label comes from a provider. */
@Injectable()
export class ProviderEventMetrics {
  private readonly attempts: Counter<'outcome'>;

  constructor(metrics: Registry, events: ProviderEvents) {
    this.attempts = new Counter({
      name: 'precis_provider_event_attempts_total',
      help: 'Webhooks of payment providers, by outcome: done, ignored (not ours), failed (tried again), dead (given up), refused (bad signature or form).',
      labelNames: ['outcome'],
      registers: [metrics],
    });
    for (const outcome of OUTCOMES) this.attempts.inc({ outcome }, 0);
    const waiting = measurement(() => events.waiting());
    new Gauge({
      name: 'precis_provider_events_waiting',
      help: 'Webhooks of payment providers that are queued or dead (wait for an operator); every copy reports the same number.',
      labelNames: ['state'],
      registers: [metrics],
      async collect() {
        const found = await waiting();
        if (!found) return;
        this.set({ state: 'queued' }, found.queued);
        this.set({ state: 'dead' }, found.dead);
      },
    });
  }

  count(outcome: (typeof OUTCOMES)[number]): void {
    this.attempts.inc({ outcome });
  }
}
