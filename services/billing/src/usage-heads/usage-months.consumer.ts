import { Controller } from '@nestjs/common';
import { EVENTS } from '@precis/events/catalogue/events';
import { OnEvent, type ReceivedEvent } from '@precis/events/inbox/event-handler';
import { Clock } from '@precis/runtime/clock';
import { UsageHeadsRepository } from './usage-heads.repository.js';

/** Consumes usage.quota.v1: billing keeps what receipts show of usage (STAT-4). */
@Controller()
export class UsageMonthsConsumer {
  constructor(
    private readonly heads: UsageHeadsRepository,
    private readonly clock: Clock,
  ) {}

  @OnEvent(EVENTS.usageMonthClosed)
  async monthClosed({ manager, message }: ReceivedEvent<typeof EVENTS.usageMonthClosed>): Promise<void> {
    const { userId, month, used, lines, head, account } = message;
    await this.heads.add(manager, userId, { month, used, lines, head, account }, this.clock.now());
  }
}
