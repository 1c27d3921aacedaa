import { Injectable } from '@nestjs/common';
import { Clock } from '@precis/runtime/clock';
import { inTransaction } from '@precis/runtime/database';
import { DataSource } from 'typeorm';
import type { BatchWithItems } from './batch.row.js';
import { BatchesRepository } from './batches.repository.js';
import { BatchEnds } from './batch-ends.provider.js';
import { GetBatch } from './get-batch.usecase.js';

/**
 * Ends the items of a batch that have not begun; nothing is reserved for them (SUM-28). Items that have begun go on like any job, and
 * cost a video when they succeed. It is one transaction: if the process is killed, nothing is cancelled, and a repeat cancels the rest.
 */
@Injectable()
export class CancelBatch {
  constructor(
    private readonly database: DataSource,
    private readonly batches: BatchesRepository,
    private readonly ends: BatchEnds,
    private readonly read: GetBatch,
    private readonly clock: Clock,
  ) {}

  /** Throws `batch_not_found`. An ended batch stays as it is. */
  async execute(batchId: string, accountId: string): Promise<BatchWithItems> {
    await this.read.execute(batchId, accountId);
    await inTransaction(this.database, async (manager) => {
      if (!(await this.batches.lock(manager, batchId))) return;
      await this.batches.cancel(manager, batchId, this.clock.now());
      await this.ends.waiting(manager, batchId, 'cancelled');
    });
    return this.read.execute(batchId, accountId);
  }
}
