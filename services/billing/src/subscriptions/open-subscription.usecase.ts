import { Injectable } from '@nestjs/common';
import { Clock } from '@precis/runtime/clock';
import type { EntityManager } from 'typeorm';
import { PlansRepository } from '../plans/plans.repository.js';
import { AnnounceSubscription } from './announce-subscription.provider.js';
import { SubscriptionsRepository } from './subscriptions.repository.js';

/** Opens the subscription of a new account, on Free (PAY-9). Does nothing when a quote or a grant has already opened it. */
@Injectable()
export class OpenSubscription {
  constructor(
    private readonly clock: Clock,
    private readonly plans: PlansRepository,
    private readonly subscriptions: SubscriptionsRepository,
    private readonly announcer: AnnounceSubscription,
  ) {}

  /** Runs in the caller's transaction: that of the event runner, which also records the event as consumed, or that of a quote. */
  async execute(manager: EntityManager, accountId: string): Promise<void> {
    const now = this.clock.now();
    if (!(await this.subscriptions.openIfAbsent(manager, accountId, now))) return;
    const subscription = await this.subscriptions.lock(manager, accountId);
    const [free] = await this.plans.current(manager);
    await this.announcer.announce(manager, subscription, [], free, now);
  }
}
