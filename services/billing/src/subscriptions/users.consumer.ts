import { Controller } from '@nestjs/common';
import { EVENTS } from '@precis/events/catalogue/events';
import { OnEvent, type ReceivedEvent } from '@precis/events/inbox/event-handler';
import { OpenSubscription } from './open-subscription.usecase.js';

/** Consumes user-registered of auth.user.v1: opens the subscription of a new account (PAY-9). */
@Controller()
export class UsersConsumer {
  constructor(private readonly opener: OpenSubscription) {}

  @OnEvent(EVENTS.userRegistered)
  async userRegistered({ manager, message }: ReceivedEvent<typeof EVENTS.userRegistered>): Promise<void> {
    await this.opener.execute(manager, message.userId);
  }
}
