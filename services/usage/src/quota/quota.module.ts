import { Module } from '@nestjs/common';
import { BatchEndsModule } from '../batches/batch-ends.module.js';
import { TimetablesModule } from '../timetables/timetables.module.js';
import { ApplyOperations } from './apply-operations.usecase.js';
import { EndJobCall } from './end-job-call.usecase.js';
import { ForgetOldCalls } from './forget-old-calls.usecase.js';
import { ForgetReleasedCalls } from './forget-released-calls.usecase.js';
import { JobEndedConsumer } from './job-ended.consumer.js';
import { OperationBatch } from './operation-batch.js';
import { QuotaController } from './quota.controller.js';
import { QuotaRepository } from './quota.repository.js';
import { ReleaseAllReservations } from './release-all-reservations.usecase.js';
import { RenewHolder } from './renew-holder.usecase.js';
import { SweepLapsedReservations } from './sweep-lapsed-reservations.usecase.js';
import { ThresholdsRepository } from './thresholds.repository.js';
import { UsualOperations } from './usual-operations.repository.js';

@Module({
  imports: [TimetablesModule, BatchEndsModule],
  controllers: [QuotaController, JobEndedConsumer],
  providers: [
    QuotaRepository,
    ThresholdsRepository,
    UsualOperations,
    OperationBatch,
    ApplyOperations,
    EndJobCall,
    RenewHolder,
    ReleaseAllReservations,
    SweepLapsedReservations,
    ForgetReleasedCalls,
    ForgetOldCalls,
  ],
  exports: [QuotaRepository, ApplyOperations, OperationBatch],
})
export class QuotaModule {}
