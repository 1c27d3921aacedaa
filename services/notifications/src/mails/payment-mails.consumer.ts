import { Controller } from '@nestjs/common';
import { EVENTS } from '@precis/events/catalogue/events';
import { OnEvent, type ReceivedEvent } from '@precis/events/inbox/event-handler';
import { QueueMail } from './queue-mail.usecase.js';

/** Consumes billing.payment.v1. */
@Controller()
export class PaymentMailsConsumer {
  constructor(private readonly mails: QueueMail) {}

  @OnEvent(EVENTS.paymentCompleted)
  async completed(event: ReceivedEvent<typeof EVENTS.paymentCompleted>): Promise<void> {
    const {
      userId: accountId,
      receiptNumber: receiptId,
      plan,
      months,
      method,
      totalCents,
      amountCents,
    } = event.message;
    const times = {
      paidAtMs: event.message.completedAtSeconds * 1_000,
      startsAtMs: event.message.startsAtSeconds * 1_000,
      endsAtMs: event.message.endsAtSeconds * 1_000,
    };
    const params = { receiptId, plan, months, method, totalCents, amountCents, ...times };
    await this.mails.execute(event, { accountId, kind: 'receipt', params });
  }
}
