import { Module } from '@nestjs/common';
import { PlansModule } from '../plans/plans.module.js';
import { AnnounceSubscription } from './announce-subscription.provider.js';
import { GetSubscriptionUsecase } from './get-subscription.usecase.js';
import { GetTimetableUsecase } from './get-timetable.usecase.js';
import { GrantTermUsecase } from './grant-term.usecase.js';
import { OpenSubscriptionUsecase } from './open-subscription.usecase.js';
import { SubscriptionsController } from './subscriptions.controller.js';
import { SubscriptionsRepository } from './subscriptions.repository.js';
import { UsersConsumer } from './users.consumer.js';

@Module({
  imports: [PlansModule],
  controllers: [SubscriptionsController, UsersConsumer],
  providers: [
    SubscriptionsRepository,
    AnnounceSubscription,
    GrantTermUsecase,
    OpenSubscriptionUsecase,
    GetSubscriptionUsecase,
    GetTimetableUsecase,
  ],
})
export class SubscriptionsModule {}
