import { Module } from '@nestjs/common';
import { QuotaModule } from '../quota/quota.module.js';
import { TimetablesModule } from '../timetables/timetables.module.js';
import { AbandonBatch } from './abandon-batch.usecase.js';
import { BatchEndsModule } from './batch-ends.module.js';
import { BatchRunner } from './batch-runner.js';
import { BatchesController } from './batches.controller.js';
import { CancelBatch } from './cancel-batch.usecase.js';
import { CreateBatch } from './create-batch.usecase.js';
import { ForgetBatches } from './forget-batches.usecase.js';
import { GetBatch } from './get-batch.usecase.js';
import { ListBatches } from './list-batches.usecase.js';
import { StartItem } from './start-item.usecase.js';

@Module({
  imports: [QuotaModule, TimetablesModule, BatchEndsModule],
  controllers: [BatchesController],
  providers: [CreateBatch, GetBatch, ListBatches, CancelBatch, AbandonBatch, StartItem, BatchRunner, ForgetBatches],
})
export class BatchesModule {}
