import { Module } from '@nestjs/common';
import { BatchItemsRepository } from './batch-items.repository.js';
import { BatchesRepository } from './batches.repository.js';
import { BatchEnds } from './batch-ends.provider.js';

/** How items come to their end, which the events of jobs bring about. */
@Module({
  providers: [BatchesRepository, BatchItemsRepository, BatchEnds],
  exports: [BatchesRepository, BatchItemsRepository, BatchEnds],
})
export class BatchEndsModule {}
