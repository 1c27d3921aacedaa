import { Body, Controller, Get, Inject, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '../openapi/documented.decorator.js';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { Downloads } from '../downloads/downloads.provider.js';
import { HttpProblem } from '../http/http-problem.js';
import { idempotencyKeyOf } from '../http/idempotency-key.js';
import { optionalId, optionalPageSize, pathId, UUID } from '../http/input-fields.js';
import { Operation } from '../http/operation.decorator.js';
import { principalOf } from '../http/request-context.js';
import { BILLING, type BillingRpc } from '../rpc-clients.js';
import { paymentsTable } from './payments-table.js';
import { dollarsOf } from './dollars.js';
import {
  history,
  lineView,
  paymentAnswer,
  paymentView,
  quote,
  type QuoteBody,
  quoteBody,
  session,
  type SessionBody,
  sessionBody,
} from './payment.schemas.js';

/** During this call billing opens a checkout at the provider, or reads its outcome there. */
const OPEN_DEADLINE_MS = 25_000;
const LOOK_DEADLINE_MS = 10_000;
const USUAL_PAGE = 50;
/** The id of a payment, or the provider's id of its checkout. */
const PAYMENT_ID = /^[\w-]{1,255}$/;

const pageQuery = z.object({ after: optionalId(), limit: optionalPageSize(USUAL_PAGE) });

@ApiTags('payment')
@Controller('api/payment')
export class PaymentController {
  constructor(
    @Inject(BILLING) private readonly billing: BillingRpc,
    private readonly downloads: Downloads,
  ) {}

  /** PAY-14 */
  @Post('quote')
  @Operation({
    summary: 'Quote a term: its lines and the amount due, valid for 30 minutes',
    access: 'session',
    body: quoteBody,
    ok: quote,
    errors: [409],
    accountLimits: ['quote'],
    tellsDetail: true,
  })
  async quote(@Req() request: FastifyRequest, @Body() wish: QuoteBody) {
    const { accountId } = principalOf(request);
    const found = await this.billing.createQuote({ accountId, ...wish });
    return {
      success: true,
      quote_id: found.quoteId,
      kind: found.kind,
      lines: found.lines.map(lineView),
      total: dollarsOf(found.totalCents),
      credit: dollarsOf(found.creditCents),
      due: dollarsOf(found.dueCents),
      starts_at: found.startsAtSeconds,
      ends_at: found.endsAtSeconds,
      expires_at: found.expiresAtSeconds,
      wallet_balance: dollarsOf(found.walletBalanceCents),
    };
  }

  /** PAY-12, API-34, API-11. The gateway does not retry when the answer is lost. The client does, with its Idempotency-Key if it has one. */
  @Post('create-session')
  @Operation({
    summary: 'Begin a payment: answers the address where the payer pays, or that nothing is left to pay',
    access: 'session',
    body: sessionBody,
    ok: session,
    errors: [404, 409, 422],
    accountLimits: ['checkout'],
    tellsDetail: true,
    idempotent: true,
  })
  async createSession(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Body() body: SessionBody,
  ) {
    const { quote_id: quoteId = '', referral_code: referralCode = '', ...wish } = body;
    if (quoteId !== '' && !UUID.test(quoteId))
      throw new HttpProblem(404, 'quote_unknown', 'There is no such quote. Please ask for a new one.');
    const { accountId } = principalOf(request);
    const key = idempotencyKeyOf(request.headers['idempotency-key']);
    const idempotencyHash = key === undefined ? new Uint8Array() : createHash('sha256').update(key).digest();
    const { url, message, replayed } = await this.billing.createPayment(
      { accountId, ...wish, quoteId, referralCode, idempotencyHash },
      { deadlineMs: OPEN_DEADLINE_MS },
    );
    if (replayed) void reply.header('idempotency-replayed', 'true');
    return { success: true, ...(url === '' ? { message } : { url }) };
  }

  /** PAY-23 */
  @Get('history')
  @Operation({
    summary: 'List the payments of the account, newest first',
    access: 'session',
    query: pageQuery,
    ok: history,
  })
  async history(@Req() request: FastifyRequest, @Query() { after, limit }: z.output<typeof pageQuery>) {
    const { accountId } = principalOf(request);
    const found = await this.billing.listPayments({ accountId, after, limit }, { idempotent: true });
    return { success: true, history: found.payments.map(paymentView), next: found.next || null };
  }

  /** STAT-9 */
  @Get('history.csv')
  @Operation({
    summary: 'Download the payments of the account as a table',
    access: 'session',
    ok: 'csv',
    accountLimits: ['download'],
  })
  async historyTable(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    const { accountId } = principalOf(request);
    const pieces = paymentsTable(this.billing, accountId);
    return this.downloads.send(accountId, reply, {
      name: 'precis-payments.csv',
      type: 'text/csv; charset=utf-8',
      pieces,
    });
  }

  /** PAY-51: read by the page to which the browser returns; the redirect itself proves nothing. */
  @Get('session/:id')
  @Operation({
    summary: 'The outcome of a payment, by its id or by that of its checkout at the provider',
    access: 'session',
    id: pathId('payment_not_found', 'There is no such payment.', PAYMENT_ID, 255),
    ok: paymentAnswer,
    errors: [404],
  })
  async session(@Req() request: FastifyRequest, @Param('id') id: string) {
    const { accountId } = principalOf(request);
    const found = await this.billing.getPayment({ accountId, id }, { deadlineMs: LOOK_DEADLINE_MS, idempotent: true });
    return { success: true, payment: paymentView(found.payment!) };
  }
}
