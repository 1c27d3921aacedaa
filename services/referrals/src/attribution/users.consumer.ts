import { Controller } from '@nestjs/common';
import { EVENTS } from '@precis/events/catalogue/events';
import { OnEvent, type ReceivedEvent } from '@precis/events/inbox/event-handler';
import { ForgetAccount } from './forget-account.usecase.js';
import { LearnAddress } from './learn-address.usecase.js';
import { VerifyAccount } from './verify-account.usecase.js';

/** Consumes auth.user.v1, each event in the event runner's transaction. */
@Controller()
export class UsersConsumer {
  constructor(
    private readonly learn: LearnAddress,
    private readonly verify: VerifyAccount,
    private readonly forget: ForgetAccount,
  ) {}

  /** The code in this event does not count, because anybody may register an address (ACC-6). */
  @OnEvent(EVENTS.userRegistered)
  async userRegistered({ manager, message, occurredAt }: ReceivedEvent<typeof EVENTS.userRegistered>): Promise<void> {
    await this.learn.execute(manager, message, occurredAt);
  }

  @OnEvent(EVENTS.emailChanged)
  async emailChanged({ manager, message }: ReceivedEvent<typeof EVENTS.emailChanged>): Promise<void> {
    await this.learn.execute(manager, message);
  }

  @OnEvent(EVENTS.emailVerified)
  async emailVerified({ manager, message, occurredAt }: ReceivedEvent<typeof EVENTS.emailVerified>): Promise<void> {
    await this.verify.execute(manager, message, occurredAt);
  }

  @OnEvent(EVENTS.userDeleted)
  async userDeleted({ manager, message }: ReceivedEvent<typeof EVENTS.userDeleted>): Promise<void> {
    await this.forget.execute(manager, message.userId);
  }
}
