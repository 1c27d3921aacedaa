import { Injectable } from '@nestjs/common';
import { Clock } from '@precis/runtime/clock';
import { activeTraceparent } from '@precis/runtime/tracing/active-trace';
import { DeliveriesRepository, type Origin } from './deliveries.repository.js';
import type { WantedMail } from './delivery.row.js';
import { isStale } from './stale-news.rule.js';

/**
 * Queues the mail of an event in the event's transaction, and sends nothing: the senders do. So a slow or unavailable mail server never delays the
 * bus, and each event has exactly one delivery (MAIL-2).
 */
@Injectable()
export class QueueMail {
  constructor(
    private readonly deliveries: DeliveriesRepository,
    private readonly clock: Clock,
  ) {}

  async execute(event: Origin & { occurredAt: Date }, mail: WantedMail): Promise<void> {
    const now = this.clock.now();
    if (isStale(event.occurredAt, now)) return this.deliveries.noteSuperseded(event, mail, now);
    return this.deliveries.queue(event, mail, activeTraceparent());
  }
}
