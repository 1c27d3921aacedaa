import { Injectable } from '@nestjs/common';
import { EVENTS } from '@precis/events/catalogue/events';
import { announce } from '@precis/events/outbox/outbox';
import type { SubscriptionChanged } from '@precis/proto/events/billing/v1/subscription';
import type { EntityManager } from 'typeorm';
import type { CataloguePlan } from '../plans/plan-catalogue.js';
import type { Subscription } from './subscription.entity.js';
import { SubscriptionsRepository } from './subscriptions.repository.js';
import type { Term } from './term.entity.js';
import { timetableOf } from './timetable.rule.js';

/** Announces an account's full timetable: raises the version and writes the outbox row, in the transaction of the change. */
@Injectable()
export class AnnounceSubscription {
  constructor(private readonly subscriptions: SubscriptionsRepository) {}

  async announce(
    manager: EntityManager,
    subscription: Subscription,
    terms: Term[],
    free: CataloguePlan,
    occurredAt: Date,
  ): Promise<void> {
    subscription.version += 1;
    await this.subscriptions.saveVersion(manager, subscription);
    const message = subscriptionChanged(subscription, terms, free);
    await announce(manager, EVENTS.subscriptionChanged.of(message, occurredAt));
  }
}

/** Builds an account's full timetable with its version, for the event and for GetTimetable. Times are unix seconds. */
export function subscriptionChanged(
  subscription: Subscription,
  terms: Term[],
  free: Pick<CataloguePlan, 'key' | 'videosPerMonth'>,
): SubscriptionChanged {
  const timetable = timetableOf(terms, { plan: free.key, videosPerMonth: free.videosPerMonth }, subscription.openedAt);
  return {
    userId: subscription.accountId,
    version: subscription.version,
    freeVideosPerMonth: free.videosPerMonth,
    timetable: timetable.map(({ plan, videosPerMonth, from, to }) => ({
      plan,
      videosPerMonth,
      fromSeconds: seconds(from),
      toSeconds: to ? seconds(to) : 0,
    })),
  };
}

function seconds(at: Date): number {
  return Math.floor(at.getTime() / 1_000);
}
