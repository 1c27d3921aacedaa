import { Controller } from '@nestjs/common';
import { GrpcMethod } from '@nestjs/microservices';
import type { GetStatementRequest, GetStatementResponse } from '@precis/proto/usage/v1/usage';
import { Callers } from '@precis/runtime/callers.guard';
import { Clock } from '@precis/runtime/clock';
import { monthInvalid } from '../activity/activity.errors.js';
import { isQuotaMonth, quotaMonthOf } from '../quota/quota-month.rule.js';
import { GetStatement } from './get-statement.usecase.js';

const MOST_ON_A_PAGE = 1_000;

/** The statement that proves a month (QUOTA-22, STAT-3). Reading it changes nothing. */
@Controller()
export class StatementController {
  constructor(
    private readonly statement: GetStatement,
    private readonly clock: Clock,
  ) {}

  @GrpcMethod('UsageService', 'getStatement')
  @Callers('gateway')
  async getStatement({ accountId, ...asked }: GetStatementRequest): Promise<GetStatementResponse> {
    const month = asked.month || quotaMonthOf(this.clock.now());
    if (!isQuotaMonth(month)) throw monthInvalid();
    const found = await this.statement.execute(accountId, month, {
      after: Math.max(0, asked.after),
      limit: Math.min(Math.max(asked.limit, 0), MOST_ON_A_PAGE),
      upTo: Math.max(0, asked.upTo),
    });
    const { completeFrom, closed, lines, ...rest } = found;
    return {
      ...rest,
      month,
      completeFromMs: completeFrom?.getTime(),
      closed: closed ? { count: closed.count, head: closed.head, closedAtMs: closed.at.getTime() } : undefined,
      lines: lines.map(({ time, call: callId, ...line }) => ({ ...line, callId, atMs: Date.parse(time) })),
    };
  }
}
