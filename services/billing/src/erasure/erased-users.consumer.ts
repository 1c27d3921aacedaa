import { Controller } from '@nestjs/common';
import { EVENTS } from '@precis/events/catalogue/events';
import { OnEvent, type ReceivedEvent } from '@precis/events/inbox/event-handler';
import { ForgetAccount } from './forget-account.usecase.js';

/** Consumes user-deleted, the last event of auth.user.v1 about an account (PAY-57). */
@Controller()
export class ErasedUsersConsumer {
  constructor(private readonly forget: ForgetAccount) {}

  @OnEvent(EVENTS.userDeleted)
  async userDeleted({ manager, message }: ReceivedEvent<typeof EVENTS.userDeleted>): Promise<void> {
    await this.forget.execute(manager, message.userId);
  }
}
