import { Controller } from '@nestjs/common';
import { GrpcMethod } from '@nestjs/microservices';
import type {
  CancelSubscriptionRequest,
  CancelSubscriptionResponse,
  GetSubscriptionRequest,
  GetSubscriptionResponse,
  GetTimetableRequest,
  GetTimetableResponse,
  GrantTermRequest,
  GrantTermResponse,
} from '@precis/proto/billing/v1/billing';
import { Callers } from '@precis/runtime/callers.guard';
import { isUuid } from '@precis/runtime/uuid';
import { accountIdOf } from './account-id.js';
import { CancelSubscription } from './cancel-subscription.usecase.js';
import { GetSubscription } from './get-subscription.usecase.js';
import { GetTimetable } from './get-timetable.usecase.js';
import { GrantTerm } from './grant-term.usecase.js';
import { badGrantId } from './subscriptions.errors.js';

@Controller()
export class SubscriptionsController {
  constructor(
    private readonly subscription: GetSubscription,
    private readonly timetable: GetTimetable,
    private readonly grant: GrantTerm,
    private readonly cancel: CancelSubscription,
  ) {}

  @GrpcMethod('BillingService', 'getSubscription')
  @Callers('gateway', 'operator')
  async getSubscription(request: GetSubscriptionRequest): Promise<GetSubscriptionResponse> {
    const view = await this.subscription.execute(accountIdOf(request));
    return {
      plan: view.plan,
      isActive: view.isActive,
      remainingDays: view.remainingDays,
      videoLimit: view.videoLimit,
      endDateSeconds: view.endDate && seconds(view.endDate),
    };
  }

  @GrpcMethod('BillingService', 'getTimetable')
  @Callers('usage')
  async getTimetable(request: GetTimetableRequest): Promise<GetTimetableResponse> {
    return { timetable: await this.timetable.execute(accountIdOf(request)) };
  }

  @GrpcMethod('BillingService', 'grantTerm')
  @Callers('operator', 'standalone')
  async grantTerm(request: GrantTermRequest): Promise<GrantTermResponse> {
    if (!isUuid(request.grantId)) throw badGrantId();
    const { grantId, plan, months, force } = request;
    const span = await this.grant.execute({ grantId, accountId: accountIdOf(request), plan, months, force });
    return { startsAtSeconds: seconds(span.startsAt), endsAtSeconds: seconds(span.endsAt) };
  }

  @GrpcMethod('BillingService', 'cancelSubscription')
  @Callers('gateway')
  async cancelSubscription(request: CancelSubscriptionRequest): Promise<CancelSubscriptionResponse> {
    return { endDateSeconds: seconds(await this.cancel.execute(accountIdOf(request))) };
  }
}

function seconds(at: Date): number {
  return Math.floor(at.getTime() / 1_000);
}
