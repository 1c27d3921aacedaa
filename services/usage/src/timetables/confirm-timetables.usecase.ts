import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BillingTimetables } from './billing-timetables.provider.js';
import { TimetablesRepository } from './timetables.repository.js';

/** Billing is asked for so many accounts side by side, and in one turn for so many in all. */
const SIDE_BY_SIDE = 10;
const IN_ONE_TURN = 2_000;

/**
 * Asks billing for the accounts whose timetable came by an event while billing was away, or is not known, so that no event is believed for
 * long. A turn ends at the first account for which billing does not answer, and the next one goes on behind it.
 */
@Injectable()
export class ConfirmTimetables {
  private after = '';

  constructor(
    private readonly database: DataSource,
    private readonly timetables: TimetablesRepository,
    private readonly billing: BillingTimetables,
  ) {}

  /** The number of accounts that were confirmed. */
  async execute(): Promise<number> {
    const { manager } = this.database;
    let confirmed = 0;
    let fromTheStart = this.after === '';
    while (confirmed < IN_ONE_TURN) {
      const accountIds = await this.timetables.unconfirmed(manager, this.after, SIDE_BY_SIDE);
      const isLast = accountIds.length < SIDE_BY_SIDE;
      this.after = isLast ? '' : accountIds.at(-1)!;
      const answers = await Promise.all(accountIds.map((accountId) => this.billing.read(manager, accountId)));
      const answered = answers.filter((answer) => answer !== undefined).length;
      confirmed += answered;
      if (answered < accountIds.length || (isLast && fromTheStart)) break;
      fromTheStart ||= isLast;
    }
    return confirmed;
  }
}
