import { Injectable } from '@nestjs/common';
import type { SubscriptionChanged } from '@precis/proto/events/billing/v1/subscription';
import type { EntityManager } from 'typeorm';
import { BillingTimetables, timetableOf } from './billing-timetables.provider.js';
import { TimetableRefusals } from './timetable-refusals.provider.js';
import { TimetablesRepository } from './timetables.repository.js';

/**
 * An event says that an account's timetable changed, and usage then reads it from billing. Only while billing is away is the event itself
 * believed, until ConfirmTimetables has asked: else any program that may write to the bus could give away quota for ever.
 */
@Injectable()
export class UpdateTimetable {
  constructor(
    private readonly billing: BillingTimetables,
    private readonly timetables: TimetablesRepository,
    private readonly refusals: TimetableRefusals,
  ) {}

  async execute(manager: EntityManager, changed: SubscriptionChanged): Promise<void> {
    const { userId, version } = changed;
    const read = await this.billing.read(manager, userId);
    if (read) {
      if (version > read.version) this.refusals.count('unknown_to_billing', version, read.version);
      return;
    }
    const age = await this.timetables.saveUnconfirmed(manager, userId, version, timetableOf(changed));
    if (age === 'jump') this.refusals.count('version_jump', version);
  }
}
