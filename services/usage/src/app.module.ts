import { type DynamicModule, Module } from '@nestjs/common';
import { Clock } from '@precis/runtime/clock';
import { DataSource } from 'typeorm';
import { ActivityController } from './activity/activity.controller.js';
import { ActivityRepository } from './activity/activity.repository.js';
import { ApplyOperations } from './quota/apply-operations.usecase.js';
import { QuotaController } from './quota/quota.controller.js';
import { QuotaRepository } from './quota/quota.repository.js';
import { ReleaseAllReservations } from './quota/release-all-reservations.usecase.js';
import { RenewHolder } from './quota/renew-holder.usecase.js';
import { SubscriptionChangedConsumer } from './quota/subscription-changed.consumer.js';

@Module({})
export class AppModule {
  static with(database: DataSource, clock: Clock): DynamicModule {
    return {
      module: AppModule,
      controllers: [QuotaController, ActivityController, SubscriptionChangedConsumer],
      providers: [
        { provide: DataSource, useValue: database },
        { provide: Clock, useValue: clock },
        QuotaRepository,
        ActivityRepository,
        ApplyOperations,
        RenewHolder,
        ReleaseAllReservations,
      ],
    };
  }
}
