import { Controller } from '@nestjs/common';
import { GrpcMethod } from '@nestjs/microservices';
import type {
  GetSubscriptionRequest,
  GetSubscriptionResponse,
  GetTimetableRequest,
  GetTimetableResponse,
  GrantTermRequest,
  GrantTermResponse,
} from '@precis/proto/billing/v1/billing';
import { Callers } from '@precis/runtime/callers.guard';
import { isUuid } from '@precis/runtime/uuid';
import { GetSubscription } from './get-subscription.usecase.js';
import { GetTimetable } from './get-timetable.usecase.js';
import { GrantTerm } from './grant-term.usecase.js';
import { badAccountId, badGrantId } from './subscriptions.errors.js';

/** Account ids are auth's UUIDs; the form is checked so that outside text never becomes a key of a topic. */
const ACCOUNT_ID = /^[\w-]{1,64}$/;

@Controller()
export class SubscriptionsController {
  constructor(
    private readonly subscription: GetSubscription,
    private readonly timetable: GetTimetable,
    private readonly grant: GrantTerm,
  ) {}

  @GrpcMethod('BillingService', 'getSubscription')
  @Callers('gateway', 'operator')
  async getSubscription(request: GetSubscriptionRequest): Promise<GetSubscriptionResponse> {
    const view = await this.subscription.execute(accountId(request));
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
    return { timetable: await this.timetable.execute(accountId(request)) };
  }

  @GrpcMethod('BillingService', 'grantTerm')
  @Callers('operator', 'standalone')
  async grantTerm(request: GrantTermRequest): Promise<GrantTermResponse> {
    if (!isUuid(request.grantId)) throw badGrantId();
    const { grantId, plan, months } = request;
    const span = await this.grant.execute({ grantId, accountId: accountId(request), plan, months });
    return { startsAtSeconds: seconds(span.startsAt), endsAtSeconds: seconds(span.endsAt) };
  }
}

function accountId(request: { accountId: string }): string {
  if (!ACCOUNT_ID.test(request.accountId)) throw badAccountId();
  return request.accountId;
}

function seconds(at: Date): number {
  return Math.floor(at.getTime() / 1_000);
}
