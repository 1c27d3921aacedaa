import { Controller } from '@nestjs/common';
import { GrpcMethod } from '@nestjs/microservices';
import type {
  GetStatsRequest,
  GetStatsResponse,
  ListCommissionsRequest,
  ListCommissionsResponse,
} from '@precis/proto/referrals/v1/referrals';
import { Callers } from '@precis/runtime/callers.guard';
import { accountIdOf } from '../accounts/account-id.js';
import { badLimit } from './commissions.errors.js';
import { GetStats } from './get-stats.usecase.js';
import { ListCommissions } from './list-commissions.usecase.js';
import { shownCommission } from './shown-commission.rule.js';

const LONGEST_PAGE = 100;

@Controller()
export class CommissionsController {
  constructor(
    private readonly stats: GetStats,
    private readonly list: ListCommissions,
  ) {}

  @GrpcMethod('ReferralsService', 'getStats')
  @Callers('gateway')
  async getStats(request: GetStatsRequest): Promise<GetStatsResponse> {
    const { totalReferrals, completedCents, pendingCents } = await this.stats.execute(accountIdOf(request));
    return { totalReferrals, completedCents, pendingCents, totalCents: completedCents + pendingCents };
  }

  @GrpcMethod('ReferralsService', 'listCommissions')
  @Callers('gateway')
  async listCommissions(request: ListCommissionsRequest): Promise<ListCommissionsResponse> {
    const { after, limit } = request;
    if (limit < 1 || limit > LONGEST_PAGE) throw badLimit();
    const { page, next } = await this.list.execute(accountIdOf(request), after, limit);
    return {
      commissions: page.map((commission) => ({
        id: commission.id,
        createdAtSeconds: Math.floor(commission.createdAt.getTime() / 1_000),
        referredId: commission.referredId,
        percentage: commission.rateBps / 100,
        ...shownCommission(commission),
      })),
      next,
    };
  }
}
