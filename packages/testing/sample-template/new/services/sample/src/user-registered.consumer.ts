import { Controller } from '@nestjs/common';
import { OnEvent, type ReceivedEvent } from '@precis/events/inbox/event-handler';
import { UserRegistered } from '@precis/proto/events/auth/v1/user';
import { CountRegistration } from './count-registration.usecase.js';

@Controller()
export class UserRegisteredConsumer {
  constructor(private readonly count: CountRegistration) {}

  @OnEvent('auth.user.v1', 'user-registered')
  async handle(event: ReceivedEvent): Promise<void> {
    await this.count.execute(event.manager, UserRegistered.decode(event.payload).userId);
  }
}
