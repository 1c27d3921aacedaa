import { Controller } from '@nestjs/common';
import { OnEvent, type ReceivedEvent } from '@precis/events/inbox/event-handler';
import { MailRequested } from '@precis/proto/events/auth/v1/user';
import { SendRequestedMail } from './send-requested-mail.usecase.js';

@Controller()
export class MailRequestedConsumer {
  constructor(private readonly sendMail: SendRequestedMail) {}

  @OnEvent('auth.user.v1', 'mail-requested')
  async mailRequested(event: ReceivedEvent): Promise<void> {
    await this.sendMail.execute(event.manager, event.eventId, MailRequested.decode(event.payload), event.correlationId);
  }
}
