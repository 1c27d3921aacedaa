import { type DynamicModule, Module } from '@nestjs/common';
import { Clock } from '@precis/runtime/clock';
import type { Logger } from '@precis/runtime/logger';
import type { Registry } from 'prom-client';
import { DataSource } from 'typeorm';
import { ActivityController } from './activity/activity.controller.js';
import { ActivityRepository } from './activity/activity.repository.js';
import { ApplyOperations } from './quota/apply-operations.usecase.js';
import type { BillingTimetables } from './quota/billing-timetables.client.js';
import { ConfirmTimetables } from './quota/confirm-timetables.usecase.js';
import { ForgetOldCalls, OldCallsForgotten } from './quota/forget-old-calls.usecase.js';
import { ForgetReleasedCalls } from './quota/forget-released-calls.usecase.js';
import { HearTimetable } from './quota/hear-timetable.usecase.js';
import { QuotaController } from './quota/quota.controller.js';
import { QuotaRefusals } from './quota/quota-refusals.js';
import { QuotaRepository } from './quota/quota.repository.js';
import { ReadTimetable } from './quota/read-timetable.usecase.js';
import { RecheckTimetable } from './quota/recheck-timetable.usecase.js';
import { ReleaseAllReservations } from './quota/release-all-reservations.usecase.js';
import { RenewHolder } from './quota/renew-holder.usecase.js';
import { SubscriptionChangedConsumer } from './quota/subscription-changed.consumer.js';
import { SweepLapsedReservations } from './quota/sweep-lapsed-reservations.usecase.js';
import { TimetableRefusals } from './quota/timetable-refusals.js';
import { TimetablesRepository } from './quota/timetables.repository.js';

/** What createApp opens and closes. */
export interface UsageParts {
  database: DataSource;
  clock: Clock;
  logger: Logger;
  metrics: Registry;
  billing: BillingTimetables;
}

@Module({})
export class AppModule {
  static with({ database, clock, logger, metrics, billing }: UsageParts): DynamicModule {
    return {
      module: AppModule,
      controllers: [QuotaController, ActivityController, SubscriptionChangedConsumer],
      providers: [
        { provide: DataSource, useValue: database },
        { provide: Clock, useValue: clock },
        { provide: OldCallsForgotten, useValue: new OldCallsForgotten(metrics) },
        { provide: QuotaRefusals, useValue: new QuotaRefusals(metrics) },
        { provide: TimetableRefusals, useValue: new TimetableRefusals(metrics, logger) },
        {
          provide: ReadTimetable,
          useFactory: (timetables: TimetablesRepository) => new ReadTimetable(billing, timetables, logger),
          inject: [TimetablesRepository],
        },
        {
          provide: RecheckTimetable,
          useFactory: (reads: ReadTimetable) => new RecheckTimetable(reads, database, logger),
          inject: [ReadTimetable],
        },
        QuotaRepository,
        ActivityRepository,
        ApplyOperations,
        TimetablesRepository,
        HearTimetable,
        ConfirmTimetables,
        RenewHolder,
        ReleaseAllReservations,
        SweepLapsedReservations,
        ForgetReleasedCalls,
        ForgetOldCalls,
      ],
    };
  }
}
