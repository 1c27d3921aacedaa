import { Controller } from '@nestjs/common';
import { GrpcMethod } from '@nestjs/microservices';
import type {
  GetPreferencesRequest,
  GetPreferencesResponse,
  Preferences,
  SetPreferencesRequest,
  SetPreferencesResponse,
  UnsubscribeRequest,
  UnsubscribeResponse,
} from '@precis/proto/notifications/v1/notifications';
import { Callers } from '@precis/runtime/callers.guard';
import { Clock } from '@precis/runtime/clock';
import { isUuid } from '@precis/runtime/uuid';
import { badAccountId, preferencesMissing } from './preferences.errors.js';
import { PreferencesRepository, type Wishes } from './preferences.repository.js';
import { UnsubscribeAccount } from './unsubscribe-account.usecase.js';

/** Reads and sets the mail preferences of an account (MAIL-7), with one statement each. */
@Controller()
export class PreferencesController {
  constructor(
    private readonly preferences: PreferencesRepository,
    private readonly unsubscription: UnsubscribeAccount,
    private readonly clock: Clock,
  ) {}

  @GrpcMethod('NotificationsService', 'getPreferences')
  @Callers('gateway')
  async getPreferences(request: GetPreferencesRequest): Promise<GetPreferencesResponse> {
    return { preferences: answerOf(await this.preferences.of(accountId(request))) };
  }

  @GrpcMethod('NotificationsService', 'setPreferences')
  @Callers('gateway')
  async setPreferences(request: SetPreferencesRequest): Promise<SetPreferencesResponse> {
    const id = accountId(request);
    if (!request.preferences) throw preferencesMissing();
    const { tips, usageAlerts, planReminders, referralNews } = request.preferences;
    const wishes = { tips, usage_alerts: usageAlerts, plan_reminders: planReminders, referral_news: referralNews };
    return { preferences: answerOf(await this.preferences.set(id, wishes, this.clock.now())) };
  }

  @GrpcMethod('NotificationsService', 'unsubscribe')
  @Callers('gateway')
  async unsubscribe(request: UnsubscribeRequest): Promise<UnsubscribeResponse> {
    return { topic: await this.unsubscription.execute(request.token) };
  }
}

function accountId(request: { accountId: string }): string {
  if (!isUuid(request.accountId)) throw badAccountId();
  return request.accountId;
}

const answerOf = (wishes: Wishes): Preferences => ({
  tips: wishes.tips,
  usageAlerts: wishes.usage_alerts,
  planReminders: wishes.plan_reminders,
  referralNews: wishes.referral_news,
});
