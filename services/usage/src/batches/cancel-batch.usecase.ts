import { Injectable } from '@nestjs/common';
import { Clock } from '@precis/runtime/clock';
import { inTransaction } from '@precis/runtime/database';
import { DataSource, type EntityManager } from 'typeorm';
import { ANY_ATTEMPT } from '../quota/apply-operation.rule.js';
import { OperationBatch } from '../quota/operation-batch.js';
import { BatchItemsRepository } from './batch-items.repository.js';
import type { BatchWithItems } from './batch.row.js';
import { BatchesRepository } from './batches.repository.js';
import { BatchEnds } from './batch-ends.provider.js';
import { GetBatch } from './get-batch.usecase.js';

/**
 * Ends every item of a batch that has not ended (SUM-28). An item that has begun is cancelled like a job: its unit is given back, so that its work,
 * which runs to its end, is neither charged nor shown (MCP-10). The call of an item decides: one that was charged before stays a completed item.
 *
 * It is one transaction: if the process is killed, nothing is cancelled, and a repeat cancels all of it. It locks the account before the batch, as
 * the end of a job does. When a process is turning an item into a job at the same time, it finds the item's call released.
 */
@Injectable()
export class CancelBatch {
  constructor(
    private readonly database: DataSource,
    private readonly batches: BatchesRepository,
    private readonly items: BatchItemsRepository,
    private readonly ends: BatchEnds,
    private readonly operations: OperationBatch,
    private readonly read: GetBatch,
    private readonly clock: Clock,
  ) {}

  /** Throws `batch_not_found`. An ended batch stays as it is. */
  async execute(batchId: string, accountId: string): Promise<BatchWithItems> {
    await this.read.execute(batchId, accountId);
    await inTransaction(this.database, async (manager) => {
      await this.operations.decide(manager, [{ accountId, operation: { kind: 'peek' } }]);
      if (!(await this.batches.lock(manager, batchId))) return;
      await this.batches.cancel(manager, batchId, this.clock.now());
      await this.ends.endWaiting(manager, batchId, 'cancelled');
      await this.cancelBegun(manager, batchId, accountId);
    });
    return this.read.execute(batchId, accountId);
  }

  private async cancelBegun(manager: EntityManager, batchId: string, accountId: string): Promise<void> {
    const callIds = await this.items.begunOf(manager, batchId);
    const releases = callIds.map((callId) => ({
      accountId,
      operation: { kind: 'release', callId, attempt: ANY_ATTEMPT } as const,
    }));
    const decided = await this.operations.decide(manager, releases);
    for (const [place, callId] of callIds.entries())
      await this.ends.endItem(manager, callId, decided[place].outcome.kind === 'charged' ? 'completed' : 'cancelled');
  }
}
