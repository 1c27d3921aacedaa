import { Injectable } from '@nestjs/common';
import type { SubscriptionChanged } from '@precis/proto/events/billing/v1/subscription';
import type { EntityManager } from 'typeorm';
import type { Timetable } from './quota-limit.rule.js';
import { QuotaRepository } from './quota.repository.js';

/** Takes over what billing says of an account, heard as an event or asked for; only a newer version changes anything. */
@Injectable()
export class ChangeTimetable {
  constructor(private readonly quotas: QuotaRepository) {}

  /** Answers the timetable that was told, whether or not it was news. */
  async execute(manager: EntityManager, changed: SubscriptionChanged): Promise<Timetable> {
    const told: Timetable = {
      freeVideosPerMonth: changed.freeVideosPerMonth,
      entries: changed.timetable.map(({ plan, videosPerMonth, fromSeconds, toSeconds }) => ({ plan, videosPerMonth, fromSeconds, toSeconds })),
    };
    await this.quotas.saveTimetable(manager, changed.userId, changed.version, told);
    return told;
  }
}
