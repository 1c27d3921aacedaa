import { Injectable } from '@nestjs/common';
import type { SubscriptionChanged } from '@precis/proto/events/billing/v1/subscription';
import type { EntityManager } from 'typeorm';
import { ReadTimetable, timetableOf } from './read-timetable.usecase.js';
import { TimetableRefusals } from './timetable-refusals.js';
import { TimetablesRepository } from './timetables.repository.js';

/**
 * An event says that an account's timetable changed; what it is now, billing says. Only while billing is away the event's own word
 * counts, until ConfirmTimetables has asked: whoever may write to the bus could otherwise give away quota for ever.
 */
@Injectable()
export class HearTimetable {
  constructor(
    private readonly reads: ReadTimetable,
    private readonly timetables: TimetablesRepository,
    private readonly refusals: TimetableRefusals,
  ) {}

  async execute(manager: EntityManager, changed: SubscriptionChanged): Promise<void> {
    const { userId, version } = changed;
    const read = await this.reads.execute(manager, userId);
    if (read) {
      if (version > read.version) this.refusals.tell('unknown_to_billing', version, read.version);
      return;
    }
    const heard = await this.timetables.saveHeard(manager, userId, version, timetableOf(changed));
    if (heard === 'jump') this.refusals.tell('version_jump', version);
  }
}
