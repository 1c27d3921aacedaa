import { Injectable } from '@nestjs/common';
import { EVENTS } from '@precis/events/catalogue/events';
import { announce } from '@precis/events/outbox/outbox';
import { Clock } from '@precis/runtime/clock';
import type { EntityManager } from 'typeorm';
import { BatchItemsRepository } from './batch-items.repository.js';
import type { Failure } from './batch-life.rule.js';
import type { ItemEnd } from './batch.row.js';
import { BatchesRepository } from './batches.repository.js';

/**
 * Ends items of a batch, and with the last one the batch, whose end is announced in the same transaction (SUM-27). Two items that end at once
 * meet at the row of their batch: without it each would take the other for unfinished.
 */
@Injectable()
export class BatchEnds {
  constructor(
    private readonly batches: BatchesRepository,
    private readonly items: BatchItemsRepository,
    private readonly clock: Clock,
  ) {}

  /** Whether the call is of a batch. One that has ended before stays as it is. */
  async item(manager: EntityManager, callId: string, end: ItemEnd): Promise<boolean> {
    const batchId = await this.items.batchOf(manager, callId);
    if (batchId === null || !(await this.batches.lock(manager, batchId))) return false;
    await this.items.end(manager, callId, end);
    await this.finish(manager, batchId);
    return true;
  }

  /** Those that have not begun. */
  async waiting(manager: EntityManager, batchId: string, end: 'cancelled' | Failure): Promise<void> {
    if (!(await this.batches.lock(manager, batchId))) return;
    await this.items.endWaiting(manager, batchId, end);
    await this.finish(manager, batchId);
  }

  /** Announces the end when nothing is left. The row of the batch must be held. */
  async finish(manager: EntityManager, batchId: string): Promise<void> {
    const now = this.clock.now();
    const ended = await this.batches.finish(manager, batchId, now);
    if (!ended) return;
    const { accountId: userId, ...counts } = ended;
    await announce(manager, EVENTS.batchEnded.of({ userId, batchId, ...counts }, now));
  }
}
