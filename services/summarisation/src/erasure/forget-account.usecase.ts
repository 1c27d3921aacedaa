import { Injectable } from '@nestjs/common';
import { EVENTS } from '@precis/events/catalogue/events';
import { announce } from '@precis/events/outbox/outbox';
import { Clock } from '@precis/runtime/clock';
import type { EntityManager } from 'typeorm';
import { EXPIRED } from '../jobs/job-life.rule.js';
import { OwnedRowsRepository } from './owned-rows.repository.js';

/**
 * Deletes everything of an erased account in one transaction: its own results with all that they are based on, its jobs, and its counts of read
 * transcripts (DATA-13, SUM-24). An unfinished job fails, so that usage gives its unit back. Shared results name nobody and stay.
 */
@Injectable()
export class ForgetAccount {
  constructor(
    private readonly owned: OwnedRowsRepository,
    private readonly clock: Clock,
  ) {}

  /** `manager` is the event runner's transaction: if the process dies in it, the event comes again. `accountId` must be a UUID. */
  async execute(manager: EntityManager, accountId: string): Promise<void> {
    await this.owned.deleteResults(manager, accountId);
    await this.owned.deleteReads(manager, accountId);
    const unfinished = await this.owned.deleteJobs(manager, accountId);
    const call = { accountId, title: '', summaryType: '', durationSeconds: 0 };
    const events = unfinished.map(({ callId, attempt, videoId }) =>
      EVENTS.summaryFailed.of({ videoId, ...EXPIRED, job: { ...call, callId, attempt } }, this.clock.now()),
    );
    if (events.length > 0) await announce(manager, ...events);
  }
}
