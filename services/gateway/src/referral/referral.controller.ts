import { Controller, Get, Inject, Query, Req } from '@nestjs/common';
import { ApiTags } from '../openapi/documented.decorator.js';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { GATEWAY_CONFIG, type GatewayConfig } from '../config.js';
import { optionalId, optionalPageSize } from '../http/input-fields.js';
import { Operation } from '../http/operation.decorator.js';
import { principalOf } from '../http/request-context.js';
import { dollarsOf } from '../payment/dollars.js';
import { REFERRALS, type ReferralsRpc } from '../rpc-clients.js';
import { commissionView, history, link, stats } from './referral.schemas.js';

const USUAL_PAGE = 50;

const pageQuery = z.object({ after: optionalId(), limit: optionalPageSize(USUAL_PAGE) });

/** The referral programme, for the referring account (REF-8, REF-9). */
@ApiTags('referral')
@Controller('api/referral')
export class ReferralController {
  constructor(
    @Inject(REFERRALS) private readonly referrals: ReferralsRpc,
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
  ) {}

  @Get('link')
  @Operation({
    summary: 'Read the referral code of the account, and the link that carries it',
    access: 'session',
    ok: link,
  })
  async link(@Req() request: FastifyRequest) {
    const { code } = await this.referrals.getCode({ accountId: principalOf(request).accountId }, { idempotent: true });
    return {
      success: true,
      referral_link: `${this.config.PUBLIC_URL}/register?${new URLSearchParams({ ref: code }).toString()}`,
      referral_code: code,
    };
  }

  @Get('stats')
  @Operation({ summary: 'Read what the referrals earned', access: 'session', ok: stats })
  async stats(@Req() request: FastifyRequest) {
    const found = await this.referrals.getStats({ accountId: principalOf(request).accountId }, { idempotent: true });
    return {
      success: true,
      total_earnings: dollarsOf(found.totalCents),
      total_referrals: found.totalReferrals,
      pending_earnings: dollarsOf(found.pendingCents),
      completed_earnings: dollarsOf(found.completedCents),
    };
  }

  @Get('history')
  @Operation({ summary: 'The commissions, newest first', access: 'session', query: pageQuery, ok: history })
  async history(@Req() request: FastifyRequest, @Query() { after, limit }: z.output<typeof pageQuery>) {
    const { accountId } = principalOf(request);
    const found = await this.referrals.listCommissions({ accountId, after, limit }, { idempotent: true });
    return { success: true, history: found.commissions.map(commissionView), next: found.next || null };
  }
}
