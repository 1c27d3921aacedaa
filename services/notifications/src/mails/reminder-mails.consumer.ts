import { Controller } from '@nestjs/common';
import { EVENTS } from '@precis/events/catalogue/events';
import { OnEvent, type ReceivedEvent } from '@precis/events/inbox/event-handler';
import { QueueMail } from './queue-mail.usecase.js';

const DAY_MS = 86_400_000;

/** Consumes billing.reminder.v1, which announces each reminder once per end. */
@Controller()
export class ReminderMailsConsumer {
  constructor(private readonly mails: QueueMail) {}

  @OnEvent(EVENTS.subscriptionExpiring)
  async expiring(event: ReceivedEvent<typeof EVENTS.subscriptionExpiring>): Promise<void> {
    const { userId: accountId, plan, endsAtSeconds } = event.message;
    const endsAtMs = endsAtSeconds * 1_000;
    // Fewer days are left when billing sent the reminder late.
    const days = Math.max(1, Math.ceil((endsAtMs - event.occurredAt.getTime()) / DAY_MS));
    await this.mails.execute(event, { accountId, kind: 'plan-expiring', params: { plan, endsAtMs, days } });
  }

  @OnEvent(EVENTS.subscriptionExpired)
  async expired(event: ReceivedEvent<typeof EVENTS.subscriptionExpired>): Promise<void> {
    const { userId: accountId, plan, endedAtSeconds } = event.message;
    const params = { plan, endsAtMs: endedAtSeconds * 1_000 };
    await this.mails.execute(event, { accountId, kind: 'plan-expired', params });
  }
}
