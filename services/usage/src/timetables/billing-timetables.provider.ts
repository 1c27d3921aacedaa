import { Inject, Injectable, Optional } from '@nestjs/common';
import type { SubscriptionChanged } from '@precis/proto/events/billing/v1/subscription';
import { LOGGER } from '@precis/runtime/foundation.module';
import type { Logger } from '@precis/runtime/logger';
import type { EntityManager } from 'typeorm';
import type { Timetable } from '../quota/quota-limit.rule.js';
import { BillingClient } from './billing.client.js';
import { TimetablesRepository, type VersionedTimetable } from './timetables.repository.js';

/** After a failure, this process does not ask billing for this long, so that only few calls wait while billing hangs. */
const REST_AFTER_FAILURE_MS = 1_000;

/**
 * Asks billing for an account's timetable and stores the answer. All stored timetables come from here, except those of events that arrive while
 * billing is unavailable.
 */
@Injectable()
export class BillingTimetables {
  private restsUntilMs = -Infinity;

  /** `nowMs` is a monotonic clock: the business clock may be moved. */
  constructor(
    @Inject(BillingClient) private readonly billing: Pick<BillingClient, 'timetableOf'>,
    private readonly timetables: TimetablesRepository,
    @Inject(LOGGER) private readonly logger: Logger,
    @Optional() private readonly nowMs = () => performance.now(),
  ) {}

  /** True for a second after billing failed. */
  rests(): boolean {
    return this.nowMs() < this.restsUntilMs;
  }

  /** Billing's answer; undefined when it could not be asked or did not answer in 300 ms. Rejects when the database fails. */
  async read(manager: EntityManager, accountId: string): Promise<VersionedTimetable | undefined> {
    if (this.rests()) return undefined;
    const ticket = await this.timetables.takeTicket(manager);
    let answer: SubscriptionChanged | undefined;
    try {
      answer = await this.billing.timetableOf(accountId);
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
