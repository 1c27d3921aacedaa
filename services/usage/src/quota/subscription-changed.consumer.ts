import { Controller } from '@nestjs/common';
import { OnEvent } from '@precis/events/event-handler';
import type { ReceivedEvent } from '@precis/events/received-event';
import { SubscriptionChanged } from '@precis/proto/events/billing/v1/subscription';
import { QuotaRepository } from './quota.repository.js';

/** billing.subscription.v1: the only writer of limits. */
@Controller()
export class SubscriptionChangedConsumer {
  constructor(private readonly quotas: QuotaRepository) {}

  @OnEvent('billing.subscription.v1', 'subscription-changed')
  async handle(event: ReceivedEvent): Promise<void> {
    const changed = SubscriptionChanged.decode(event.payload);
    await this.quotas.saveTimetable(event.manager, changed.userId, changed.version, {
      freeVideosPerMonth: changed.freeVideosPerMonth,
      entries: changed.timetable.map(({ plan, videosPerMonth, fromSeconds, toSeconds }) => ({ plan, videosPerMonth, fromSeconds, toSeconds })),
    });
  }
}
