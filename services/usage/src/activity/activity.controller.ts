import { Controller } from '@nestjs/common';
import { GrpcMethod } from '@nestjs/microservices';
import {
  type DayActivity,
  type GetClientsRequest,
  type GetClientsResponse,
  type GetDetailsRequest,
  type GetDetailsResponse,
  type GetSummaryRequest,
  type GetSummaryResponse,
} from '@precis/proto/usage/v1/usage';
import { Callers } from '@precis/runtime/callers.guard';
import { Clock } from '@precis/runtime/clock';
import { limitAt, remainingOf } from '../quota/quota-limit.rule.js';
import { isQuotaMonth, lastQuotaMonths, MONTHS_KEPT, quotaMonthOf, resetAtSeconds } from '../quota/quota-month.rule.js';
import { monthInvalid } from './activity.errors.js';
import { ActivityRepository } from './activity.repository.js';
import { clientSharesOf } from './client-shares.rule.js';

@Controller()
export class ActivityController {
  constructor(
    private readonly activity: ActivityRepository,
    private readonly clock: Clock,
  ) {}

  /** QUOTA-15. */
  @GrpcMethod('UsageService', 'getSummary')
  @Callers('gateway', 'standalone')
  async getSummary({ accountId }: GetSummaryRequest): Promise<GetSummaryResponse> {
    const now = this.clock.now();
    const months = lastQuotaMonths(now, MONTHS_KEPT);
    const [timetable, counts] = await Promise.all([
      this.activity.timetableOf(accountId),
      this.activity.usedByMonth(accountId, months),
    ]);
    const used = counts.get(quotaMonthOf(now)) ?? 0;
    const limit = limitAt(timetable, now);
    return {
      used,
      limit,
      remaining: remainingOf(limit, used),
      resetAtSeconds: resetAtSeconds(now),
      months: months.map((month) => ({ month, count: counts.get(month) ?? 0 })),
    };
  }

  /** QUOTA-16. */
  @GrpcMethod('UsageService', 'getDetails')
  @Callers('gateway')
  async getDetails(request: GetDetailsRequest): Promise<GetDetailsResponse> {
    const month = this.monthOf(request.month);
    const days = new Map<string, DayActivity>();
    const calls = await this.activity.chargedCalls(request.accountId, month, this.clock.now());
    for (const { at, endpoint, client, title } of calls) {
      const date = at.toISOString().slice(0, 10);
      const day = days.get(date) ?? { date, logs: [] };
      day.logs.push({ atMs: at.getTime(), endpoint, client, title: title ?? undefined });
      days.set(date, day);
    }
    return { month, days: [...days.values()] };
  }

  @GrpcMethod('UsageService', 'getClients')
  @Callers('gateway')
  async getClients(request: GetClientsRequest): Promise<GetClientsResponse> {
    const month = this.monthOf(request.month);
    return { month, clients: clientSharesOf(await this.activity.chargedByClient(request.accountId, month)) };
  }

  private monthOf(text: string): string {
    if (text === '') return quotaMonthOf(this.clock.now());
    if (!isQuotaMonth(text)) throw monthInvalid();
    return text;
  }
}
