import { Injectable } from '@nestjs/common';
import { Clock } from '@precis/runtime/clock';
import { activeTraceparent } from '@precis/runtime/tracing/active-trace';
import type { EntityManager } from 'typeorm';
import { randomUUIDv7 } from 'node:crypto';
import { isStale } from '../mails/stale-news.rule.js';
import { MOST_ENDPOINTS } from './create-endpoint.usecase.js';
import { WebhookLinks } from './webhook-links.js';
import { webhookBody, type WebhookPayload } from './webhook-event.rule.js';
import { WebhookQueueRepository } from './webhook-queue.repository.js';

/** The most deliveries of one endpoint that may wait (HOOK-12). */
const MOST_WAITING = 10_000;

interface Origin {
  manager: EntityManager;
  eventId: string;
  occurredAt: Date;
  correlationId: string;
}

/**
 * Writes the deliveries for an event in the transaction that handles the event, and sends nothing (HOOK-5). A repeated event adds none. The
 * deliveries of a stale event have failed from the beginning: receivers do not expect old news, but their owner can replay it.
 */
@Injectable()
export class QueueWebhook {
  constructor(
    private readonly queue: WebhookQueueRepository,
    private readonly links: WebhookLinks,
    private readonly clock: Clock,
  ) {}

  async execute(origin: Origin, accountId: string, payload: WebhookPayload): Promise<void> {
    const { manager, eventId, occurredAt, correlationId } = origin;
    const now = this.clock.now();
    const event = {
      eventId,
      type: payload.type,
      body: webhookBody(payload, occurredAt, this.links.publicUrl),
      correlationId,
      traceparent: activeTraceparent() ?? null,
      createdAt: now,
      staleSince: isStale(occurredAt, now) ? occurredAt : null,
    };
    const ids = Array.from({ length: MOST_ENDPOINTS }, () => randomUUIDv7());
    await this.queue.queue(manager, accountId, event, ids, MOST_WAITING);
  }
}
