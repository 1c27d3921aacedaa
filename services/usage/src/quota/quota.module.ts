import { Module } from '@nestjs/common';
import { TimetablesModule } from '../timetables/timetables.module.js';
import { ApplyOperations } from './apply-operations.usecase.js';
import { ForgetOldCalls, OldCallsForgotten } from './forget-old-calls.usecase.js';
import { ForgetReleasedCalls } from './forget-released-calls.usecase.js';
import { QuotaController } from './quota.controller.js';
import { QuotaRepository } from './quota.repository.js';
import { ReleaseAllReservations } from './release-all-reservations.usecase.js';
import { RenewHolder } from './renew-holder.usecase.js';
import { SweepLapsedReservations } from './sweep-lapsed-reservations.usecase.js';
import { ThresholdsRepository } from './thresholds.repository.js';

@Module({
  imports: [TimetablesModule],
  controllers: [QuotaController],
  providers: [
    QuotaRepository,
    ThresholdsRepository,
    ApplyOperations,
    RenewHolder,
    ReleaseAllReservations,
    SweepLapsedReservations,
    ForgetReleasedCalls,
    ForgetOldCalls,
    OldCallsForgotten,
  ],
  exports: [QuotaRepository],
})
export class QuotaModule {}
