import { Controller } from '@nestjs/common';
import { EVENTS } from '@precis/events/catalogue/events';
import { OnEvent, type ReceivedEvent } from '@precis/events/inbox/event-handler';
import { isUuid } from '@precis/runtime/uuid';
import { ForgetAccount } from './forget-account.usecase.js';
import { OwnedRowsRepository } from './owned-rows.repository.js';

/** Deletes an owner's results, in the event runner's transaction, when the owner is erased or gives up the right to read. A repeat finds nothing. */
@Controller()
export class OwnersConsumer {
  constructor(
    private readonly owned: OwnedRowsRepository,
    private readonly forget: ForgetAccount,
  ) {}

  /** usage.summary.v1 comes for every hidden result, of any kind; one statement finds out whether it is the account's own (SUM-24). */
  @OnEvent(EVENTS.summaryHidden)
  async summaryHidden({ manager, message }: ReceivedEvent<typeof EVENTS.summaryHidden>): Promise<void> {
    const { userId, resultRef } = message;
    if (isUuid(userId) && isUuid(resultRef)) await this.owned.deleteResult(manager, userId, resultRef);
  }

  /** auth.user.v1: the last event about an account. */
  @OnEvent(EVENTS.userDeleted)
  async userDeleted({ manager, message }: ReceivedEvent<typeof EVENTS.userDeleted>): Promise<void> {
    if (isUuid(message.userId)) await this.forget.execute(manager, message.userId);
  }
}
