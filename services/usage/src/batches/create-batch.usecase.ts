import { Injectable } from '@nestjs/common';
import { Clock } from '@precis/runtime/clock';
import { inTransaction } from '@precis/runtime/database';
import { isCanonicalUuid } from '@precis/runtime/uuid';
import { DataSource, type EntityManager } from 'typeorm';
import { MOST_ITEMS } from './batch-life.rule.js';
import type { BatchWithItems } from './batch.row.js';
import { BatchItemsRepository } from './batch-items.repository.js';
import { BatchRunner } from './batch-runner.js';
import { batchInvalid, tooManyItems, tooManyOfDay, tooManyOpen } from './batches.errors.js';
import { BatchesRepository, type NewBatch } from './batches.repository.js';
import { BatchEnds } from './batch-ends.provider.js';

/** Limits of one account, unfinished batches and new ones in 24 hours, and of all accounts together, items that have not ended. */
export class BatchLimits {
  constructor(
    readonly open: number,
    readonly perDay: number,
    readonly openItems: number,
  ) {}
}

export type CreatedBatch = { batch: BatchWithItems; replayed: boolean } | 'mismatch';

const DAY_MS = 24 * 3_600_000;

/**
 * Accepts a batch, once per Idempotency-Key (SUM-27, SUM-29). Nothing is reserved yet: each item reserves its unit when its turn comes.
 * If the process is killed before the commit, there is no batch, and a repeat creates it. After the commit, any copy works on it, and a
 * repeat with the key finds it.
 */
@Injectable()
export class CreateBatch {
  constructor(
    private readonly database: DataSource,
    private readonly batches: BatchesRepository,
    private readonly items: BatchItemsRepository,
    private readonly ends: BatchEnds,
    private readonly limits: BatchLimits,
    private readonly runner: BatchRunner,
    private readonly clock: Clock,
  ) {}

  /** Throws `batch_invalid`, `too_many_batches`, or `overloaded` when the open items of all accounts are too many. */
  async execute(wanted: NewBatch): Promise<CreatedBatch> {
    const { batchId, accountId, idemHash, bodyHash, items } = wanted;
    if (!isCanonicalUuid(accountId) || !isCanonicalUuid(batchId) || items.length === 0 || items.length > MOST_ITEMS)
      throw batchInvalid();
    const created = await inTransaction(this.database, async (manager): Promise<CreatedBatch> => {
      await this.batches.lockAccount(manager, accountId);
      const ofKey = idemHash === null ? null : await this.batches.ofKey(manager, accountId, idemHash);
      // Under its id: the caller has abandoned the batch (AbandonBatch), and nobody reads this answer.
      const known = ofKey ?? (await this.batches.find(manager, batchId, accountId));
      if (known && known.bodyHash !== bodyHash) return 'mismatch';
      if (known) return { batch: await this.whole(manager, known.batchId, accountId), replayed: true };
      await this.requireRoom(manager, accountId);
      await this.batches.add(manager, wanted, this.clock.now());
      // All items may have been refused already.
      await this.ends.finish(manager, batchId);
      return { batch: await this.whole(manager, batchId, accountId), replayed: false };
    });
    this.runner.wake();
    return created;
  }

  private async requireRoom(manager: EntityManager, accountId: string): Promise<void> {
    const nowMs = this.clock.now().getTime();
    const { perDay, openItems } = this.limits;
    const { open, nthNewestAt } = await this.batches.countOf(manager, accountId, new Date(nowMs - DAY_MS), perDay);
    if (open >= this.limits.open) throw tooManyOpen(this.limits.open);
    if (nthNewestAt)
      throw tooManyOfDay(perDay, Math.max(1, Math.ceil((nthNewestAt.getTime() + DAY_MS - nowMs) / 1_000)));
    // Batches that begin at the same moment may exceed it together by their own items.
    if (await this.items.areOpen(manager, openItems)) throw tooManyItems();
  }

  private async whole(manager: EntityManager, batchId: string, accountId: string): Promise<BatchWithItems> {
    const batch = await this.batches.find(manager, batchId, accountId);
    if (!batch) throw new Error('a batch is gone within its transaction');
    return batch;
  }
}
