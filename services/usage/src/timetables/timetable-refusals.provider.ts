import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '@precis/runtime/foundation.module';
import type { Logger } from '@precis/runtime/logger';
import { Counter, Registry } from 'prom-client';

const REASONS = ['unknown_to_billing', 'version_jump'] as const;

/** Counts and logs events that contradict billing: forged ones, or true ones of a billing that was restored to an earlier state. */
@Injectable()
export class TimetableRefusals {
  private readonly refusals: Counter<'reason'>;

  constructor(
    metrics: Registry,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.refusals = new Counter({
      name: 'precis_timetable_events_refused_total',
      help: 'subscription-changed events that were not believed: billing knows no such version, or (while billing is away) the version jumps.',
      labelNames: ['reason'],
      registers: [metrics],
    });
    for (const reason of REASONS) this.refusals.inc({ reason }, 0);
  }

  count(reason: (typeof REASONS)[number], version: number, known?: number): void {
    this.refusals.inc({ reason });
    const what = known === undefined ? `version ${version} jumps` : `version ${version} is above billing's ${known}`;
    this.logger.error({ code: reason }, `a subscription-changed event is not believed: its ${what}`);
  }
}
