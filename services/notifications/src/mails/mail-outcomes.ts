import type { Logger } from '@precis/runtime/logger';
import { Counter, type Registry } from 'prom-client';
import type { Delivery } from './delivery.entity.js';
import { MailRefused, RelayRefused } from './mail-sender.js';

const OUTCOMES = ['sent', 'superseded', 'refused', 'failed', 'relay_refused'] as const;

/** Tells how attempts at mails ended: each in a metric; in the log what nobody else would say. */
export class MailOutcomes {
  private readonly attempts: Counter<'outcome'>;

  constructor(
    metrics: Registry,
    private readonly logger: Logger,
  ) {
    this.attempts = new Counter({
      name: 'precis_mail_attempts_total',
      help: 'Attempts at a mail, by outcome: sent, superseded, refused (for good), failed (tried again), relay_refused (tried again, but no mail leaves).',
      labelNames: ['outcome'],
      registers: [metrics],
    });
    for (const outcome of OUTCOMES) this.attempts.inc({ outcome }, 0);
  }

  /** The end of an event's mail. A refusal is told with its codes: its event counts as done, so that nothing else will. */
  decided(eventId: string, state: Delivery['state'], refusal?: MailRefused): void {
    this.attempts.inc({ outcome: state });
    if (refusal) this.logger.warn({ err: refusal, eventId }, 'mail refused for good');
  }

  /** The event will be tried again, and the runner logs why. */
  failed(error: unknown): void {
    this.attempts.inc({ outcome: error instanceof RelayRefused ? 'relay_refused' : 'failed' });
  }
}
