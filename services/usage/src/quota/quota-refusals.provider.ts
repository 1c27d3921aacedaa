import { Injectable } from '@nestjs/common';
import { Counter, Registry } from 'prom-client';
import type { AccountOutcome } from './apply-operations.usecase.js';

const REASONS = ['exhausted', 'in_use'] as const;

/** Counts the operations that were refused for want of quota, as they are answered: `exhausted` or `in_use` (QUOTA-8). */
@Injectable()
export class QuotaRefusals {
  private readonly refusals: Counter<'reason'>;

  constructor(metrics: Registry) {
    this.refusals = new Counter({
      name: 'precis_quota_refusals_total',
      help: 'Metered calls refused with 429 quota_exceeded, by reason: exhausted, or in_use (the rest is reserved by open calls).',
      labelNames: ['reason'],
      registers: [metrics],
    });
    for (const reason of REASONS) this.refusals.inc({ reason }, 0);
  }

  count(outcomes: AccountOutcome[]): void {
    for (const { outcome } of outcomes) {
      const reason = REASONS.find((one) => one === outcome.kind);
      if (reason) this.refusals.inc({ reason });
    }
  }
}
