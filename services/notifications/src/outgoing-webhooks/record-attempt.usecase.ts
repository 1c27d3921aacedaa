import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '@precis/runtime/clock';
import { LOGGER } from '@precis/runtime/foundation.module';
import type { Logger } from '@precis/runtime/logger';
import type { EntityManager } from 'typeorm';
import { randomUUID } from 'node:crypto';
import { QueueMail } from '../mails/queue-mail.usecase.js';
import { EndpointsRepository } from './endpoints.repository.js';
import type { TakenWebhook, Verdict, WebhookAttempt } from './webhook-delivery.row.js';
import { WebhookQueueRepository } from './webhook-queue.repository.js';
import { isFailingTooLong } from './webhook-retry.rule.js';

/**
 * Writes the outcome of an attempt, and the new state of its endpoint, in one transaction. 410 disables the endpoint, and so does a
 * failure after five days without a success. Its owner then gets a mail (HOOK-11).
 */
@Injectable()
export class RecordAttempt {
  constructor(
    private readonly queue: WebhookQueueRepository,
    private readonly endpoints: EndpointsRepository,
    private readonly mails: QueueMail,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async execute(
    manager: EntityManager,
    taken: TakenWebhook,
    verdict: Verdict,
    attempt: WebhookAttempt | undefined,
  ): Promise<void> {
    const { accountId, endpointId } = taken;
    const now = this.clock.now();
    // The endpoint is always locked before its deliveries. It may be deleted.
    const endpoint = await this.endpoints.lock(manager, accountId, endpointId);
    if (!endpoint || !(await this.queue.record(manager, taken, verdict, attempt, now)) || !attempt) return;
    if (attempt.error === null) return this.endpoints.noteOutcome(manager, endpointId, null);
    // The attempt went to an address that the endpoint no longer has.
    if (endpoint.url !== taken.url) return;
    await this.endpoints.noteOutcome(manager, endpointId, now);
    if (attempt.status === 410) await this.disable(manager, taken, 'gone', now);
    else if (isFailingTooLong(endpoint.failingSince, now)) await this.disable(manager, taken, 'failing', now);
  }

  private async disable(
    manager: EntityManager,
    { accountId, endpointId, correlationId }: TakenWebhook,
    reason: 'gone' | 'failing',
    now: Date,
  ): Promise<void> {
    await this.endpoints.disable(manager, endpointId, reason);
    await this.queue.giveUp(manager, endpointId, now);
    const mail = { accountId, kind: 'webhook-disabled', params: { reason } };
    await this.mails.execute({ manager, eventId: randomUUID(), correlationId, occurredAt: now }, mail);
    this.logger.warn({ code: reason }, 'a webhook endpoint was disabled');
  }
}
