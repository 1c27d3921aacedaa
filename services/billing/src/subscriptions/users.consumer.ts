import { Controller } from '@nestjs/common';
import { OnEvent, type ReceivedEvent } from '@precis/events/inbox/event-handler';
import { UserRegistered } from '@precis/proto/events/auth/v1/user';
import { OpenSubscription } from './open-subscription.usecase.js';

/** Reactions to auth.user.v1. */
@Controller()
export class UsersConsumer {
  constructor(private readonly opener: OpenSubscription) {}

  @OnEvent('auth.user.v1', 'user-registered')
  async userRegistered(event: ReceivedEvent): Promise<void> {
    const { userId } = UserRegistered.decode(event.payload);
    await this.opener.execute(event.manager, userId);
  }
}
