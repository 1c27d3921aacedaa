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
 * Ends items of a batch. The last item ends the batch, which is announced in the same transaction (SUM-27). Items that end at the same
 * time queue for the lock on the batch row: without it each would see the other as unfinished.
 */
@Injectable()
export class BatchEnds {
  constructor(
    private readonly batches: BatchesRepository,
    private readonly items: BatchItemsRepository,
    private readonly clock: Clock,
  ) {}

  /** Ends the item of this call, unless it has ended already. Returns whether the call belongs to a batch. */
  async endItem(manager: EntityManager, callId: string, end: ItemEnd): Promise<boolean> {
    const batchId = await this.items.batchOf(manager, callId);
    if (batchId === null || !(await this.batches.lock(manager, batchId))) return false;
    await this.items.end(manager, callId, end);
    await this.finish(manager, batchId);
    return true;
  }

  /** Ends the items that have not begun. */
  async endWaiting(manager: EntityManager, batchId: string, end: 'cancelled' | Failure): Promise<void> {
    if (!(await this.batches.lock(manager, batchId))) return;
    await this.items.endWaiting(manager, batchId, end);
    await this.finish(manager, batchId);
  }

  /** Announces the end of the batch when all items have ended. The caller must hold the lock on the batch row. */
  async finish(manager: EntityManager, batchId: string): Promise<void> {
    const now = this.clock.now();
    const ended = await this.batches.finish(manager, batchId, now);
    if (!ended) return;
    const { accountId: userId, ...counts } = ended;
    await announce(manager, EVENTS.batchEnded.of({ userId, batchId, ...counts }, now));
  }
}
