import { Module } from '@nestjs/common';
import { BillingTimetables } from './billing-timetables.provider.js';
import { ConfirmTimetables } from './confirm-timetables.usecase.js';
import { UpdateTimetable } from './update-timetable.usecase.js';
import { RecheckTimetable } from './recheck-timetable.usecase.js';
import { SubscriptionChangedConsumer } from './subscription-changed.consumer.js';
import { TimetablesRepository } from './timetables.repository.js';

@Module({
  controllers: [SubscriptionChangedConsumer],
  providers: [TimetablesRepository, BillingTimetables, UpdateTimetable, ConfirmTimetables, RecheckTimetable],
  exports: [RecheckTimetable],
})
export class TimetablesModule {}
