import { Controller } from '@nestjs/common';
import { EVENTS } from '@precis/events/catalogue/events';
import { OnEvent, type ReceivedEvent } from '@precis/events/inbox/event-handler';
import { CreditWallet } from './credit-wallet.usecase.js';
import { ReverseCommission } from './reverse-commission.usecase.js';

/** Consumes referrals.commission.v1: referrals decides what is owed, and billing moves the money (PAY-26). */
@Controller()
export class CommissionsConsumer {
  constructor(
    private readonly credit: CreditWallet,
    private readonly reversal: ReverseCommission,
  ) {}

  @OnEvent(EVENTS.commissionApproved)
  async commissionApproved({ manager, message }: ReceivedEvent<typeof EVENTS.commissionApproved>): Promise<void> {
    await this.credit.execute(manager, message);
  }

  @OnEvent(EVENTS.commissionReversed)
  async commissionReversed({ manager, message }: ReceivedEvent<typeof EVENTS.commissionReversed>): Promise<void> {
    await this.reversal.execute(manager, message);
  }
}
