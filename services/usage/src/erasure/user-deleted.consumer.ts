import { Controller } from '@nestjs/common';
import { EVENTS } from '@precis/events/catalogue/events';
import { OnEvent, type ReceivedEvent } from '@precis/events/inbox/event-handler';
import { Clock } from '@precis/runtime/clock';
import { isUuid } from '@precis/runtime/uuid';
import { ErasedAccountsRepository } from './erased-accounts.repository.js';

/**
 * Consumes auth.user.v1: records that an account was erased. ClearErasedAccounts does the work in steps, because an account may have more calls than
 * one transaction should hold. A repeat changes nothing.
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
