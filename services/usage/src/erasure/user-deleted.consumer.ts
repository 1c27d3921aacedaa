import { Controller } from '@nestjs/common';
import { EVENTS } from '@precis/events/catalogue/events';
import { OnEvent, type ReceivedEvent } from '@precis/events/inbox/event-handler';
import { Clock } from '@precis/runtime/clock';
import { isUuid } from '@precis/runtime/uuid';
import { ErasedAccountsRepository } from './erased-accounts.repository.js';

/**
 * auth.user.v1: an account is gone. Only written down here: an account may have more calls than one transaction should hold, and
 * ClearErasedAccounts takes them in steps. A repeat changes nothing, and an account without calls is soon cleared.
 */
@Controller()
export class UserDeletedConsumer {
  constructor(
    private readonly erased: ErasedAccountsRepository,
    private readonly clock: Clock,
  ) {}

  @OnEvent(EVENTS.userDeleted)
  async handle({ manager, message }: ReceivedEvent<typeof EVENTS.userDeleted>): Promise<void> {
    if (isUuid(message.userId)) await this.erased.add(manager, message.userId, this.clock.now());
  }
}
