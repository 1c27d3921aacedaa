import { Injectable } from '@nestjs/common';
import { Clock } from '@precis/runtime/clock';
import { DataSource } from 'typeorm';
import { PlansRepository } from '../plans/plans.repository.js';
import { type SubscriptionView, viewSubscription } from './subscription-view.rule.js';
import { SubscriptionsRepository } from './subscriptions.repository.js';

/** Returns an account's current subscription. An unknown account is on Free: its event is still on its way. */
@Injectable()
export class GetSubscription {
  constructor(
    private readonly database: DataSource,
    private readonly clock: Clock,
    private readonly plans: PlansRepository,
    private readonly subscriptions: SubscriptionsRepository,
  ) {}

  async execute(accountId: string): Promise<SubscriptionView> {
    const [plans, terms] = await Promise.all([
      this.plans.current(this.database.manager),
      this.subscriptions.termsOf(this.database.manager, accountId),
    ]);
    return viewSubscription(terms, { plan: plans[0].key, videosPerMonth: plans[0].videosPerMonth }, this.clock.now());
  }
}
