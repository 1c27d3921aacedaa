import { Controller } from '@nestjs/common';
import { EVENTS } from '@precis/events/catalogue/events';
import { OnEvent, type ReceivedEvent } from '@precis/events/inbox/event-handler';
import { OpenSubscription } from './open-subscription.usecase.js';

/** Reactions to auth.user.v1. */
@Controller()
export class UsersConsumer {
  constructor(private readonly opener: OpenSubscription) {}

  @OnEvent(EVENTS.userRegistered)
  async userRegistered({ manager, message }: ReceivedEvent<typeof EVENTS.userRegistered>): Promise<void> {
    await this.opener.execute(manager, message.userId);
  }
}
