import { Injectable } from '@nestjs/common';
import { Clock } from '@precis/runtime/clock';
import { inTransaction } from '@precis/runtime/database';
import { isCanonicalUuid } from '@precis/runtime/uuid';
import { DataSource } from 'typeorm';
import { ANY_ATTEMPT } from '../quota/apply-operation.rule.js';
import { OperationBatch } from '../quota/operation-batch.js';
import { batchInvalid } from './batches.errors.js';
import { BatchesRepository } from './batches.repository.js';
import { CancelBatch } from './cancel-batch.usecase.js';

/**
 * Undoes a batch whose creation was answered with an error, although it may have been created or may be created yet: a failed call costs nothing
 * (QUOTA-2). When there is no such batch, a cancelled one is stored under its id, so that a late CreateBatch, which needs the same lock, finds it and
 * creates nothing. Otherwise its items are cancelled, and those that were charged meanwhile are refunded. Each step may be repeated, and the gateway
 * repeats all of them until it gets an answer.
 */
@Injectable()
export class AbandonBatch {
  constructor(
    private readonly database: DataSource,
    private readonly batches: BatchesRepository,
    private readonly cancel: CancelBatch,
    private readonly operations: OperationBatch,
    private readonly clock: Clock,
  ) {}

  /** Throws `batch_invalid` for ids that are no UUIDs, and `batch_not_found` for a batch of another account. */
  async execute(batchId: string, accountId: string): Promise<void> {
    if (!isCanonicalUuid(accountId) || !isCanonicalUuid(batchId)) throw batchInvalid();
    await inTransaction(this.database, async (manager) => {
      await this.batches.lockAccount(manager, accountId);
      await this.batches.addAbandoned(manager, batchId, accountId, this.clock.now());
    });
    const { items } = await this.cancel.execute(batchId, accountId);
    const charged = items.filter(({ state }) => state === 'completed');
    const refunds = charged.map(({ callId }) => ({
      accountId,
      operation: { kind: 'refund', callId, attempt: ANY_ATTEMPT, reason: 'answer lost' } as const,
    }));
    await inTransaction(this.database, (manager) => this.operations.decide(manager, refunds));
  }
}
