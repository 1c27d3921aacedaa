import { Controller } from '@nestjs/common';
import { EVENTS } from '@precis/events/catalogue/events';
import { OnEvent, type ReceivedEvent } from '@precis/events/inbox/event-handler';
import { QueueMail } from './queue-mail.usecase.js';

/** Reactions to usage.quota.v1, which says each threshold once per account and month. */
@Controller()
export class QuotaMailsConsumer {
  constructor(private readonly mails: QueueMail) {}

  @OnEvent(EVENTS.quotaThresholdReached)
  async thresholdReached(event: ReceivedEvent<typeof EVENTS.quotaThresholdReached>): Promise<void> {
    const { userId: accountId, month, percent, used, limit } = event.message;
    await this.mails.execute(event, { accountId, kind: 'quota-threshold', params: { month, percent, used, limit } });
  }
}
