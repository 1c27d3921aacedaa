import { SubscriptionChanged } from '@precis/proto/events/billing/v1/subscription';
import type { CataloguePlan } from '../plans/plan-catalogue.js';
import type { Subscription } from './subscription.entity.js';
import type { Term } from './term.entity.js';
import { timetableOf } from './timetable.rule.js';

/** An account's full timetable under its version, as the event tells it and as GetTimetable answers it. Times in unix seconds. */
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
