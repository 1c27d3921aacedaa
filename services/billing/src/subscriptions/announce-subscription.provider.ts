import { Injectable } from '@nestjs/common';
import { EVENTS } from '@precis/events/catalogue/events';
import { announce } from '@precis/events/outbox/outbox';
import type { EntityManager } from 'typeorm';
import type { CataloguePlan } from '../plans/plan-catalogue.js';
import { subscriptionChanged } from './subscription-changed.message.js';
import type { Subscription } from './subscription.entity.js';
import { SubscriptionsRepository } from './subscriptions.repository.js';
import type { Term } from './term.entity.js';

/** Tells the other services an account's full timetable: version + 1 and the outbox row, in the transaction that changed it. */
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
