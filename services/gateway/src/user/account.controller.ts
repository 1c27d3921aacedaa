import { Body, Controller, Delete, Get, Inject, Req, Res } from '@nestjs/common';
import { ApiTags } from '../openapi/documented.decorator.js';
import type { GetSubscriptionResponse } from '@precis/proto/billing/v1/billing';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { HASHING_DEADLINE_MS } from '../auth/hashing-deadline.js';
import { visitorOf } from '../auth/visitor.js';
import { optionalText } from '../http/input-fields.js';
import { Operation } from '../http/operation.decorator.js';
import { principalOf } from '../http/request-context.js';
import { AUTH, type AuthRpc, BILLING, type BillingRpc } from '../rpc-clients.js';
import { dollarsOf } from '../payment/dollars.js';
import { ExportAccount } from './export-account.usecase.js';
import { exported } from './export.schema.js';

const closeBody = z.object({ password: optionalText(128) });
const closed = z.object({
  success: z.literal(true),
  message: z.string(),
  erased_at: z.string(),
  forfeited: z.object({
    plan: z.object({ plan: z.string(), end_date: z.number().int() }).nullable().describe('The running paid term'),
    wallet_balance: z.number().describe('Dollars'),
  }),
});

/** Exports and closes the account, for its owner. */
@ApiTags('user')
@Controller('api/user')
export class AccountController {
  constructor(
    @Inject(AUTH) private readonly auth: AuthRpc,
    @Inject(BILLING) private readonly billing: BillingRpc,
    private readonly exportAccount: ExportAccount,
  ) {}

  @Get('export')
  @Operation({ summary: 'Export all data of the account, without secrets', access: 'session', ok: exported })
  async export(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    const found = await this.exportAccount.execute(principalOf(request).accountId, visitorOf(request));
    void reply.header('content-disposition', 'attachment; filename="precis-export.json"');
    return { success: true, ...found };
  }

  /** ACC-33, ACC-59: what would be forfeited is read before the account is closed, so that the answer can name it. */
  @Delete('account')
  @Operation({
    summary: 'Close the account; it is erased at erased_at unless its owner logs in before and keeps it',
    access: 'session',
    body: closeBody,
    ok: closed,
    addressLimits: ['login'],
  })
  async close(@Req() request: FastifyRequest, @Body() { password = '' }: z.output<typeof closeBody>) {
    const { accountId, credentialId: sessionId } = principalOf(request);
    const [term, { balanceCents }] = await Promise.all([
      this.billing.getSubscription({ accountId }, { idempotent: true }),
      this.billing.getWallet({ accountId }, { idempotent: true }),
    ]);
    const { erasedAtMs } = await this.auth.closeAccount(
      { accountId, sessionId, password, visitor: visitorOf(request) },
      { deadlineMs: HASHING_DEADLINE_MS },
    );
    return {
      success: true,
      message: 'Your account is closed. To keep it, log in before it is erased and confirm that you keep it.',
      erased_at: new Date(erasedAtMs).toISOString(),
      forfeited: { plan: runningTermOf(term), wallet_balance: dollarsOf(balanceCents) },
    };
  }
}

function runningTermOf({ plan, isActive, endDateSeconds }: GetSubscriptionResponse) {
  return isActive && endDateSeconds !== undefined ? { plan, end_date: endDateSeconds } : null;
}
