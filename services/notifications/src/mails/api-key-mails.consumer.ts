import { Controller } from '@nestjs/common';
import { EVENTS } from '@precis/events/catalogue/events';
import { OnEvent, type ReceivedEvent } from '@precis/events/inbox/event-handler';
import { QueueMail } from './queue-mail.usecase.js';

/** Consumes auth.api-key.v1. The events name keys only by id, and the mails do not name them at all. */
@Controller()
export class ApiKeyMailsConsumer {
  constructor(private readonly mails: QueueMail) {}

  @OnEvent(EVENTS.apiKeyGenerated)
  async generated(event: ReceivedEvent<typeof EVENTS.apiKeyGenerated>): Promise<void> {
    await this.mails.execute(event, { accountId: event.message.userId, kind: 'key-generated' });
  }

  @OnEvent(EVENTS.apiKeyRotated)
  async rotated(event: ReceivedEvent<typeof EVENTS.apiKeyRotated>): Promise<void> {
    const { userId: accountId, oldKeyValidUntilMs } = event.message;
    const params = { oldKeyValidUntilMs, atMs: event.occurredAt.getTime() };
    await this.mails.execute(event, { accountId, kind: 'key-rotated', params });
  }

  @OnEvent(EVENTS.apiKeyRevoked)
  async revoked(event: ReceivedEvent<typeof EVENTS.apiKeyRevoked>): Promise<void> {
    await this.mails.execute(event, { accountId: event.message.userId, kind: 'key-revoked' });
  }
}
