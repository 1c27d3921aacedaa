import type { SubscriptionChanged } from '@precis/proto/events/billing/v1/subscription';
import type { Logger } from '@precis/runtime/logger';
import type { EntityManager } from 'typeorm';
import type { BillingTimetables } from './billing-timetables.client.js';
import type { Timetable } from './quota-limit.rule.js';
import type { TimetablesRepository, VersionedTimetable } from './timetables.repository.js';

/** After a failure nobody asks for this long: while billing hangs, only few wait for it. */
const REST_AFTER_FAILURE_MS = 1_000;

/** Asks billing for an account's timetable and takes the answer over. Whoever needs to know goes through here. */
export class ReadTimetable {
  private restsUntilMs = -Infinity;

  /** `nowMs` is a steady clock: the business clock may be moved. */
  constructor(
    private readonly billing: Pick<BillingTimetables, 'of'>,
    private readonly timetables: TimetablesRepository,
    private readonly logger: Logger,
    private readonly nowMs = () => performance.now(),
  ) {}

  /** True for a second after billing failed. */
  rests(): boolean {
    return this.nowMs() < this.restsUntilMs;
  }

  /** What billing said; undefined when it could not be asked or did not answer in 300 ms. Rejects when the database fails. */
  async execute(manager: EntityManager, accountId: string): Promise<VersionedTimetable | undefined> {
    if (this.rests()) return undefined;
    const ticket = await this.timetables.takeTicket(manager);
    let answer: SubscriptionChanged | undefined;
    try {
      answer = await this.billing.of(accountId);
    } catch (error) {
      this.restsUntilMs = this.nowMs() + REST_AFTER_FAILURE_MS;
      this.logger.warn({ err: error }, 'a timetable could not be read from billing');
      return undefined;
    }
    const read = { version: answer?.version ?? 0, timetable: answer ? timetableOf(answer) : null };
    await this.timetables.saveRead(manager, accountId, ticket, read);
    return read;
  }
}

export function timetableOf(changed: SubscriptionChanged): Timetable {
  return {
    freeVideosPerMonth: changed.freeVideosPerMonth,
    entries: changed.timetable.map(({ plan, videosPerMonth, fromSeconds, toSeconds }) => ({
      plan,
      videosPerMonth,
      fromSeconds,
      toSeconds,
    })),
  };
}
