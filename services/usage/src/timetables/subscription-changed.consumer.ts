import { Controller } from '@nestjs/common';
import { OnEvent } from '@precis/events/inbox/event-handler';
import type { ReceivedEvent } from '@precis/events/inbox/received-event';
import { SubscriptionChanged } from '@precis/proto/events/billing/v1/subscription';
import { UpdateTimetable } from './update-timetable.usecase.js';

/** billing.subscription.v1: an account's timetable changed. */
@Controller()
export class SubscriptionChangedConsumer {
  constructor(private readonly timetables: UpdateTimetable) {}

  @OnEvent('billing.subscription.v1', 'subscription-changed')
  async handle(event: ReceivedEvent): Promise<void> {
    await this.timetables.execute(event.manager, SubscriptionChanged.decode(event.payload));
  }
}
