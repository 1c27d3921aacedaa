import { Controller } from '@nestjs/common';
import { EVENTS } from '@precis/events/catalogue/events';
import { OnEvent, type ReceivedEvent } from '@precis/events/inbox/event-handler';
import { HearTimetable } from './hear-timetable.usecase.js';

/** billing.subscription.v1: tells that a limit changed, whereupon billing is asked (hear-timetable). */
@Controller()
export class SubscriptionChangedConsumer {
  constructor(private readonly timetables: HearTimetable) {}

  @OnEvent(EVENTS.subscriptionChanged)
  async handle({ manager, message }: ReceivedEvent<typeof EVENTS.subscriptionChanged>): Promise<void> {
    await this.timetables.execute(manager, message);
  }
}
