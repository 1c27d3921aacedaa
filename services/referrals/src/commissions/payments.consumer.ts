import { Controller } from '@nestjs/common';
import { EVENTS } from '@precis/events/catalogue/events';
import { OnEvent, type ReceivedEvent } from '@precis/events/inbox/event-handler';
import { FailPayment } from './fail-payment.usecase.js';
import { NoteChange } from './note-change.usecase.js';
import { NotePayment } from './note-payment.usecase.js';

/** Handles billing.payment.v1, each event in the event runner's transaction. */
@Controller()
export class PaymentsConsumer {
  constructor(
    private readonly note: NotePayment,
    private readonly fail: FailPayment,
    private readonly change: NoteChange,
  ) {}

  @OnEvent(EVENTS.paymentPending)
  async pending({ manager, message, occurredAt }: ReceivedEvent<typeof EVENTS.paymentPending>): Promise<void> {
    await this.note.execute(manager, 'pending', message, occurredAt);
  }

  @OnEvent(EVENTS.paymentCompleted)
  async completed({ manager, message, occurredAt }: ReceivedEvent<typeof EVENTS.paymentCompleted>): Promise<void> {
    await this.note.execute(manager, 'completed', message, occurredAt);
  }

  @OnEvent(EVENTS.paymentFailed)
  async failed({ manager, message }: ReceivedEvent<typeof EVENTS.paymentFailed>): Promise<void> {
    await this.fail.execute(manager, message);
  }

  @OnEvent(EVENTS.paymentRefunded)
  async refunded({ manager, message }: ReceivedEvent<typeof EVENTS.paymentRefunded>): Promise<void> {
    const { refundId: reference, refundedTotalCents, failed } = message;
    const kind = failed ? 'refund-failed' : 'refund';
    await this.change.execute(manager, message, { kind, reference, refundedTotalCents });
  }

  @OnEvent(EVENTS.paymentDisputed)
  async disputed({ manager, message }: ReceivedEvent<typeof EVENTS.paymentDisputed>): Promise<void> {
    const { disputeId: reference, state } = message;
    if (state !== 'open' && state !== 'won' && state !== 'lost') throw new Error('a dispute is open, won or lost');
    await this.change.execute(manager, message, { kind: `dispute-${state}`, reference, refundedTotalCents: 0 });
  }
}
