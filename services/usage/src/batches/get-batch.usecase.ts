import { Injectable } from '@nestjs/common';
import { isUuid } from '@precis/runtime/uuid';
import { DataSource } from 'typeorm';
import type { BatchWithItems } from './batch.row.js';
import { batchNotFound } from './batches.errors.js';
import { BatchesRepository } from './batches.repository.js';

/** Reads batches for their own account. A batch of another account looks unknown. */
@Injectable()
export class GetBatch {
  constructor(
    private readonly database: DataSource,
    private readonly batches: BatchesRepository,
  ) {}

  /** Throws `batch_not_found`. */
  async execute(batchId: string, accountId: string): Promise<BatchWithItems> {
    const areUuids = isUuid(batchId) && isUuid(accountId);
    const batch = areUuids ? await this.batches.find(this.database.manager, batchId, accountId) : null;
    if (!batch) throw batchNotFound();
    return batch;
  }
}
