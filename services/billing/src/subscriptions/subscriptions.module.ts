import { Module } from '@nestjs/common';
import { PlansModule } from '../plans/plans.module.js';
import { AnnounceSubscription } from './announce-subscription.provider.js';
import { CancelSubscription } from './cancel-subscription.usecase.js';
import { GetSubscription } from './get-subscription.usecase.js';
import { GetTimetable } from './get-timetable.usecase.js';
import { GrantTerm } from './grant-term.usecase.js';
import { LockedAccounts } from './locked-account.provider.js';
import { MoneyBack } from './money-back.provider.js';
import { OpenSubscription } from './open-subscription.usecase.js';
import { PaidTerms } from './paid-terms.provider.js';
import { SubscriptionsController } from './subscriptions.controller.js';
import { SubscriptionsRepository } from './subscriptions.repository.js';
import { UsersConsumer } from './users.consumer.js';

@Module({
  imports: [PlansModule],
  controllers: [SubscriptionsController, UsersConsumer],
  providers: [
    SubscriptionsRepository,
    AnnounceSubscription,
    GrantTerm,
    OpenSubscription,
    GetSubscription,
    GetTimetable,
    CancelSubscription,
    LockedAccounts,
    PaidTerms,
    MoneyBack,
  ],
  exports: [SubscriptionsRepository, OpenSubscription, PaidTerms, MoneyBack],
})
export class SubscriptionsModule {}
