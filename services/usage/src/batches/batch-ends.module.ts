import { Module } from '@nestjs/common';
import { BatchItemsRepository } from './batch-items.repository.js';
import { BatchesRepository } from './batches.repository.js';
import { BatchEnds } from './batch-ends.provider.js';

/** Ends items of batches when the events of their jobs arrive. */
@Module({
  providers: [BatchesRepository, BatchItemsRepository, BatchEnds],
  exports: [BatchesRepository, BatchItemsRepository, BatchEnds],
})
export class BatchEndsModule {}
