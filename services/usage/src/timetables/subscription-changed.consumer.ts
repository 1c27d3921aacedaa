import { Controller } from '@nestjs/common';
import { EVENTS } from '@precis/events/catalogue/events';
import { OnEvent, type ReceivedEvent } from '@precis/events/inbox/event-handler';
import { UpdateTimetable } from './update-timetable.usecase.js';

/** Consumes billing.subscription.v1: an account's timetable changed. */
@Controller()
export class SubscriptionChangedConsumer {
  constructor(private readonly timetables: UpdateTimetable) {}

  @OnEvent(EVENTS.subscriptionChanged)
  async handle({ manager, message }: ReceivedEvent<typeof EVENTS.subscriptionChanged>): Promise<void> {
    await this.timetables.execute(manager, message);
  }
}
