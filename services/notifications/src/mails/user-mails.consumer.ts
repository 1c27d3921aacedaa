import { Controller } from '@nestjs/common';
import { EVENTS } from '@precis/events/catalogue/events';
import { OnEvent, type ReceivedEvent } from '@precis/events/inbox/event-handler';
import { ForgetAccount } from './forget-account.usecase.js';
import { QueueMail } from './queue-mail.usecase.js';

/** Consumes auth.user.v1. */
@Controller()
export class UserMailsConsumer {
  constructor(
    private readonly mails: QueueMail,
    private readonly forget: ForgetAccount,
  ) {}

  @OnEvent(EVENTS.mailRequested)
  async mailRequested(event: ReceivedEvent<typeof EVENTS.mailRequested>): Promise<void> {
    const { userId: accountId, kind, mailRequestId } = event.message;
    await this.mails.execute(event, { accountId, kind, mailRequestId });
  }

  @OnEvent(EVENTS.emailVerified)
  async emailVerified(event: ReceivedEvent<typeof EVENTS.emailVerified>): Promise<void> {
    await this.mails.execute(event, { accountId: event.message.userId, kind: 'welcome' });
  }

  @OnEvent(EVENTS.passwordChanged)
  async passwordChanged(event: ReceivedEvent<typeof EVENTS.passwordChanged>): Promise<void> {
    const { userId: accountId, how } = event.message;
    await this.mails.execute(event, { accountId, kind: 'password-changed', params: { how } });
  }

  @OnEvent(EVENTS.googleLinked)
  async googleLinked(event: ReceivedEvent<typeof EVENTS.googleLinked>): Promise<void> {
    await this.mails.execute(event, { accountId: event.message.userId, kind: 'google-linked' });
  }

  @OnEvent(EVENTS.accountClosed)
  async accountClosed(event: ReceivedEvent<typeof EVENTS.accountClosed>): Promise<void> {
    const { userId: accountId, erasedAtMs } = event.message;
    await this.mails.execute(event, { accountId, kind: 'account-closed', params: { erasedAtMs } });
  }

  @OnEvent(EVENTS.userDeleted)
  async userDeleted({ manager, message }: ReceivedEvent<typeof EVENTS.userDeleted>): Promise<void> {
    await this.forget.execute(manager, message.userId);
  }
}
