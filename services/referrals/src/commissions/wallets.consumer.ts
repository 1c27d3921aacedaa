import { Controller } from '@nestjs/common';
import { EVENTS } from '@precis/events/catalogue/events';
import { OnEvent, type ReceivedEvent } from '@precis/events/inbox/event-handler';
import { AnswerCredit } from './answer-credit.usecase.js';

/** Handles billing.wallet.v1, each event in the event runner's transaction. Entries of other kinds are ignored. */
@Controller()
export class WalletsConsumer {
  constructor(private readonly answer: AnswerCredit) {}

  @OnEvent(EVENTS.walletEntryPosted)
  async entryPosted({ manager, message }: ReceivedEvent<typeof EVENTS.walletEntryPosted>): Promise<void> {
    if (message.kind === 'commission') await this.answer.execute(manager, message.reference, message.userId, 'posted');
  }

  @OnEvent(EVENTS.commissionCreditRefused)
  async creditRefused({ manager, message }: ReceivedEvent<typeof EVENTS.commissionCreditRefused>): Promise<void> {
    await this.answer.execute(manager, message.commissionId, message.userId, 'refused');
  }
}
