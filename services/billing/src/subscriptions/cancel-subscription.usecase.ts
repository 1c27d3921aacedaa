import { Injectable } from '@nestjs/common';
import { Clock } from '@precis/runtime/clock';
import { inTransaction } from '@precis/runtime/database';
import { DataSource } from 'typeorm';
import { PlansRepository } from '../plans/plans.repository.js';
import { viewSubscription } from './subscription-view.rule.js';
import { nothingToCancel } from './subscriptions.errors.js';
import { SubscriptionsRepository } from './subscriptions.repository.js';

/**
 * Stops the reminders of a running plan and returns its end; the plan stays active until then. A repeat succeeds as well; without a running plan
 * there is nothing to cancel (PAY-16). The next purchase clears the cancellation.
 */
@Injectable()
export class CancelSubscription {
  constructor(
    private readonly database: DataSource,
    private readonly clock: Clock,
    private readonly plans: PlansRepository,
    private readonly subscriptions: SubscriptionsRepository,
  ) {}

  /** Returns when the plan ends. Throws nothingToCancel. */
  async execute(accountId: string): Promise<Date> {
    return inTransaction(this.database, async (manager) => {
      const now = this.clock.now();
      if (!(await this.subscriptions.find(manager, accountId))) throw nothingToCancel();
      // Locked against a simultaneous purchase: it either clears this cancellation, or precedes it.
      const { cancelledAt } = await this.subscriptions.lock(manager, accountId);
      const [free] = await this.plans.current(manager);
      const terms = await this.subscriptions.termsOf(manager, accountId);
      const { isActive, endDate } = viewSubscription(
        terms,
        { plan: free.key, videosPerMonth: free.videosPerMonth },
        now,
      );
      if (!isActive || !endDate) throw nothingToCancel();
      await this.subscriptions.saveCancelled(manager, accountId, cancelledAt ?? now);
      return endDate;
    });
  }
}
