import { Injectable } from '@nestjs/common';
import { Clock } from '@precis/runtime/clock';
import type { EntityManager } from 'typeorm';
import { PlansRepository } from '../plans/plans.repository.js';
import { AnnounceSubscription } from './announce-subscription.provider.js';
import { SubscriptionsRepository } from './subscriptions.repository.js';

/** A new account starts on Free (PAY-9). Nothing happens when a grant has already opened its subscription. */
@Injectable()
export class OpenSubscription {
  constructor(
    private readonly clock: Clock,
    private readonly plans: PlansRepository,
    private readonly subscriptions: SubscriptionsRepository,
    private readonly announcer: AnnounceSubscription,
  ) {}

  /** `manager` is the event runner's transaction: the effect and the record that it was consumed commit together. */
  async execute(manager: EntityManager, accountId: string): Promise<void> {
    const now = this.clock.now();
    if (!(await this.subscriptions.openIfAbsent(manager, accountId, now))) return;
    const subscription = await this.subscriptions.lock(manager, accountId);
    const [free] = await this.plans.current(manager);
    await this.announcer.announce(manager, subscription, [], free, now);
  }
}
