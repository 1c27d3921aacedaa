import { Controller } from '@nestjs/common';
import { EVENTS } from '@precis/events/catalogue/events';
import { OnEvent, type ReceivedEvent } from '@precis/events/inbox/event-handler';
import { RegistrationsRepository } from './registrations.repository.js';

/** Reactions to auth.user.v1. More than one statement each would be a use-case. */
@Controller()
export class UsersConsumer {
  constructor(private readonly registrations: RegistrationsRepository) {}

  @OnEvent(EVENTS.userRegistered)
  async userRegistered({ manager, message }: ReceivedEvent<typeof EVENTS.userRegistered>): Promise<void> {
    await this.registrations.insert(manager, message.userId);
  }
}
