import { Injectable } from '@nestjs/common';
import type { SubscriptionChanged } from '@precis/proto/events/billing/v1/subscription';
import { DataSource } from 'typeorm';
import { PlansRepository } from '../plans/plans.repository.js';
import { subscriptionChanged } from './announce-subscription.provider.js';
import { SubscriptionsRepository } from './subscriptions.repository.js';

/** Returns the timetable of the account's newest subscription-changed event, whether or not the event was delivered. */
@Injectable()
export class GetTimetable {
  constructor(
    private readonly database: DataSource,
    private readonly plans: PlansRepository,
    private readonly subscriptions: SubscriptionsRepository,
  ) {}

  /** Undefined for an account without announcements. */
  async execute(accountId: string): Promise<SubscriptionChanged | undefined> {
    // Version and terms are read in one snapshot. Otherwise a reader could store a version with the terms of another one, and later refuse the right
    // terms.
    return this.database.transaction('REPEATABLE READ', async (manager) => {
      const subscription = await this.subscriptions.find(manager, accountId);
      if (!subscription || subscription.version === 0) return undefined;
      const terms = await this.subscriptions.termsOf(manager, accountId);
      const [free] = await this.plans.current(manager);
      return subscriptionChanged(subscription, terms, free);
    });
  }
}
