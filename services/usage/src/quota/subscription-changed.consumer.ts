import { Controller } from '@nestjs/common';
import { OnEvent } from '@precis/events/event-handler';
import type { ReceivedEvent } from '@precis/events/received-event';
import { SubscriptionChanged } from '@precis/proto/events/billing/v1/subscription';
import { ChangeTimetable } from './change-timetable.usecase.js';

/** billing.subscription.v1: how limits come here; what it says may have been read from billing before (recheck-timetable). */
@Controller()
export class SubscriptionChangedConsumer {
  constructor(private readonly timetables: ChangeTimetable) {}

  @OnEvent('billing.subscription.v1', 'subscription-changed')
  async handle(event: ReceivedEvent): Promise<void> {
    await this.timetables.execute(event.manager, SubscriptionChanged.decode(event.payload));
  }
}
