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
  type ListCallsRequest,
  type ListCallsResponse,
} from '@precis/proto/usage/v1/usage';
import { Callers } from '@precis/runtime/callers.guard';
import { Clock } from '@precis/runtime/clock';
import { limitAt, remainingOf } from '../quota/quota-limit.rule.js';
import { isQuotaMonth, lastQuotaMonths, MONTHS_KEPT, quotaMonthOf, resetAtSeconds } from '../quota/quota-month.rule.js';
import { RecheckTimetable } from '../timetables/recheck-timetable.usecase.js';
import { cursorOf, pageStartOf } from '../paging/list-cursor.js';
import { monthInvalid } from './activity.errors.js';
import { ActivityRepository } from './activity.repository.js';
import { clientSharesOf } from './client-shares.rule.js';

const MOST_ON_A_PAGE = 1_000;

@Controller()
export class ActivityController {
  constructor(
    private readonly activity: ActivityRepository,
    private readonly clock: Clock,
    private readonly recheck: RecheckTimetable,
  ) {}

  /**
   * Units used, limit and reset of the current month, and the counts of the last 12 months (QUOTA-15). Without remaining videos, billing is asked for
   * an upgrade first (QUOTA-9).
   */
  @GrpcMethod('UsageService', 'getSummary')
  @Callers('gateway', 'standalone')
  async getSummary({ accountId }: GetSummaryRequest): Promise<GetSummaryResponse> {
    const now = this.clock.now();
    const months = lastQuotaMonths(now, MONTHS_KEPT);
    const [stored, counts] = await Promise.all([
      this.activity.timetableOf(accountId),
      this.activity.usedByMonth(accountId, months),
    ]);
    const used = counts.get(quotaMonthOf(now)) ?? 0;
    const isUsedUp = remainingOf(limitAt(stored, now), used) === 0;
    const wasAsked = isUsedUp && (await this.recheck.execute(accountId, 'look')) !== null;
    // Billing's answer is stored, and a later event may have replaced it.
    const timetable = wasAsked ? await this.activity.timetableOf(accountId) : stored;
    const limit = limitAt(timetable, now);
    return {
      used,
      limit,
      remaining: remainingOf(limit, used),
      resetAtSeconds: resetAtSeconds(now),
      months: months.map((month) => ({ month, count: counts.get(month) ?? 0 })),
    };
  }

  /** All charged calls of a month, by day, newest first (QUOTA-16). */
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

  /** The charged calls of a month, page by page, oldest first, for the CSV file (QUOTA-16, STAT-9). */
  @GrpcMethod('UsageService', 'listCalls')
  @Callers('gateway')
  async listCalls(request: ListCallsRequest): Promise<ListCallsResponse> {
    const month = this.monthOf(request.month);
    const position = pageStartOf(request.cursor);
    const limit = Math.min(Math.max(request.limit, 1), MOST_ON_A_PAGE);
    const page = { position, limit: limit + 1, now: this.clock.now() };
    const found = await this.activity.pageOfCalls(request.accountId, month, page);
    const calls = found.slice(0, limit);
    const last = calls.at(-1);
    return {
      month,
      calls: calls.map(({ at, endpoint, client, title }) => ({
        atMs: at.getTime(),
        endpoint,
        client,
        title: title ?? undefined,
      })),
      next: last && found.length > limit ? cursorOf({ at: last.at, rowId: last.callId }) : '',
    };
  }

  /** The charged calls of a month by client (QUOTA-17). */
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
