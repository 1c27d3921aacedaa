import { type DynamicModule, Module } from '@nestjs/common';
import { Clock } from '@precis/runtime/clock';
import { DataSource } from 'typeorm';
import { PlansModule } from './plans/plans.module.js';
import { SubscriptionsModule } from './subscriptions/subscriptions.module.js';

@Module({})
export class BillingModule {
  /** The database and the clock are opened by createApp, which also closes them. */
  static over(database: DataSource, clock: Clock): DynamicModule {
    return {
      module: BillingModule,
      global: true,
      imports: [PlansModule, SubscriptionsModule],
      providers: [
        { provide: DataSource, useValue: database },
        { provide: Clock, useValue: clock },
      ],
      exports: [DataSource, Clock],
    };
  }
}
