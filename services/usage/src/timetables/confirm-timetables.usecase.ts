import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BillingTimetables } from './billing-timetables.provider.js';
import { TimetablesRepository } from './timetables.repository.js';

/** Parallel calls to billing, and accounts per run. */
const SIDE_BY_SIDE = 10;
const IN_ONE_TURN = 2_000;

/**
 * Asks billing for the accounts whose timetable came by an event while billing was unavailable, or is unknown, so that no event is trusted for long.
 * A run stops at the first account for which billing does not answer, and the next run continues after it.
 */
@Injectable()
export class ConfirmTimetables {
  private after = '';

  constructor(
    private readonly database: DataSource,
    private readonly timetables: TimetablesRepository,
    private readonly billing: BillingTimetables,
  ) {}

  /** Returns the number of confirmed accounts. */
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
