import { Controller } from '@nestjs/common';
import { EVENTS } from '@precis/events/catalogue/events';
import { OnEvent, type ReceivedEvent } from '@precis/events/inbox/event-handler';
import { SendRequestedMail } from './send-requested-mail.usecase.js';

@Controller()
export class MailRequestedConsumer {
  constructor(private readonly sendMail: SendRequestedMail) {}

  @OnEvent(EVENTS.mailRequested)
  async mailRequested(event: ReceivedEvent<typeof EVENTS.mailRequested>): Promise<void> {
    await this.sendMail.execute(event.manager, event.eventId, event.message, event.correlationId);
  }
}
