import { Injectable } from '@nestjs/common';
import { Clock } from '@precis/runtime/clock';
import { DataSource } from 'typeorm';
import { BATCH_KEPT_MS } from './batch-life.rule.js';
import { BatchesRepository } from './batches.repository.js';

/** Batches per SQL statement, and statements per run; the next run continues. */
const BATCH = 100;
const IN_ONE_TURN = 50;

/** Deletes batches 6 days after their end, with their items (SUM-30). If the process is killed, completed statements remain done. */
@Injectable()
export class ForgetBatches {
  constructor(
    private readonly database: DataSource,
    private readonly batches: BatchesRepository,
    private readonly clock: Clock,
  ) {}

  async execute(): Promise<void> {
    const before = new Date(this.clock.now().getTime() - BATCH_KEPT_MS);
    for (let turn = 0; turn < IN_ONE_TURN; turn++) {
      const gone = await this.batches.forgetBefore(this.database.manager, before, BATCH);
      if (gone < BATCH) return;
    }
  }
}
