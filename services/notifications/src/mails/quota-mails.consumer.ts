import { Controller } from '@nestjs/common';
import { EVENTS } from '@precis/events/catalogue/events';
import { OnEvent, type ReceivedEvent } from '@precis/events/inbox/event-handler';
import { QueueWebhook } from '../outgoing-webhooks/queue-webhook.usecase.js';
import { QueueMail } from './queue-mail.usecase.js';

/** Consumes usage.quota.v1, which announces each threshold once per account and month: sends a mail and a webhook (HOOK-2). */
@Controller()
export class QuotaMailsConsumer {
  constructor(
    private readonly mails: QueueMail,
    private readonly webhooks: QueueWebhook,
  ) {}

  @OnEvent(EVENTS.quotaThresholdReached)
  async thresholdReached(event: ReceivedEvent<typeof EVENTS.quotaThresholdReached>): Promise<void> {
    const { userId: accountId, month, percent, used, limit } = event.message;
    const facts = { month, percent, used, limit };
    await this.mails.execute(event, { accountId, kind: 'quota-threshold', params: facts });
    await this.webhooks.execute(event, accountId, { type: 'quota.threshold', path: '/api/usage/summary', facts });
  }

  /** The event's time is the end of the month. A month that is closed long after its end is stale, and gets no mail (MAIL-11, STAT-4). */
  @OnEvent(EVENTS.usageMonthClosed)
  async monthClosed(event: ReceivedEvent<typeof EVENTS.usageMonthClosed>): Promise<void> {
    const { userId: accountId, month, used, lines, head, account, endedAtSeconds } = event.message;
    const params = { month, used, lines, head, account };
    await this.mails.execute(
      { ...event, occurredAt: new Date(endedAtSeconds * 1_000) },
      { accountId, kind: 'month-statement', params },
    );
  }
}
