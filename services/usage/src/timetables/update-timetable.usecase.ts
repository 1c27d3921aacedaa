import { Inject, Injectable } from '@nestjs/common';
import type { SubscriptionChanged } from '@precis/proto/events/billing/v1/subscription';
import { LOGGER } from '@precis/runtime/foundation.module';
import type { Logger } from '@precis/runtime/logger';
import { Counter, Registry } from 'prom-client';
import type { EntityManager } from 'typeorm';
import { BillingTimetables, timetableOf } from './billing-timetables.provider.js';
import { TimetablesRepository } from './timetables.repository.js';

const REASONS = ['unknown_to_billing', 'version_jump'] as const;

/**
 * Handles an event that an account's timetable changed: usage reads the timetable from billing. Only while billing is unavailable is the event itself
 * trusted, until ConfirmTimetables has asked: otherwise any program with write access to the bus could give away quota forever. Events that
 * contradict billing are counted and logged: they are forged, or they are true and billing was restored to an earlier state.
 */
@Injectable()
export class UpdateTimetable {
  private readonly refusals: Counter<'reason'>;

  constructor(
    private readonly billing: BillingTimetables,
    private readonly timetables: TimetablesRepository,
    metrics: Registry,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.refusals = new Counter({
      name: 'precis_timetable_events_refused_total',
      help: 'subscription-changed events that were refused: billing knows no such version, or (while billing is unavailable) the version is implausibly high.',
      labelNames: ['reason'],
      registers: [metrics],
    });
    for (const reason of REASONS) this.refusals.inc({ reason }, 0);
  }

  /** `manager` is the event runner's transaction. */
  async execute(manager: EntityManager, changed: SubscriptionChanged): Promise<void> {
    const { userId, version } = changed;
    const read = await this.billing.read(manager, userId);
    if (read) {
      if (version > read.version)
        this.refuse('unknown_to_billing', `version ${version} is above billing's ${read.version}`);
      return;
    }
    const age = await this.timetables.saveUnconfirmed(manager, userId, version, timetableOf(changed));
    if (age === 'jump') this.refuse('version_jump', `version ${version} is implausibly far above the stored one`);
  }

  private refuse(reason: (typeof REASONS)[number], what: string): void {
    this.refusals.inc({ reason });
    this.logger.error({ code: reason }, `a subscription-changed event was refused: its ${what}`);
  }
}
