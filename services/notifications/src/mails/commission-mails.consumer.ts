import { Controller } from '@nestjs/common';
import { EVENTS } from '@precis/events/catalogue/events';
import { OnEvent, type ReceivedEvent } from '@precis/events/inbox/event-handler';
import { QueueMail } from './queue-mail.usecase.js';

/** Consumes referrals.commission.v1. The event names only the earner, and the mail names nobody. */
@Controller()
export class CommissionMailsConsumer {
  constructor(private readonly mails: QueueMail) {}

  @OnEvent(EVENTS.commissionCompleted)
  async completed(event: ReceivedEvent<typeof EVENTS.commissionCompleted>): Promise<void> {
    const { userId: accountId, amountCents } = event.message;
    await this.mails.execute(event, { accountId, kind: 'commission', params: { amountCents } });
  }
}
