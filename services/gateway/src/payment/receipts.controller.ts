import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import { ApiTags } from '../openapi/documented.decorator.js';
import { DomainError } from '@precis/runtime/domain-error';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { pathId } from '../http/input-fields.js';
import { Operation } from '../http/operation.decorator.js';
import { principalOf } from '../http/request-context.js';
import { AUTH, type AuthRpc, BILLING, type BillingRpc } from '../rpc-clients.js';
import { type Customer, RECEIPT_POLICY, receiptPage } from './receipt-page.js';

/** Serves receipts as pages, for their owner (PAY-54). Billing stores no names, so auth's are added as long as auth has them. */
@ApiTags('payment')
@Controller('api/payment/receipt')
export class ReceiptsController {
  constructor(
    @Inject(AUTH) private readonly auth: AuthRpc,
    @Inject(BILLING) private readonly billing: BillingRpc,
  ) {}

  @Get(':id')
  @Operation({
    summary: 'The receipt of a completed payment, as a page ready to print',
    access: 'session',
    id: pathId('payment_not_found', 'There is no such payment.'),
    ok: 'page',
    errors: [404],
  })
  async receipt(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Param('id') paymentId: string,
  ) {
    const { accountId } = principalOf(request);
    const [receipt, customer] = await Promise.all([
      this.billing.getReceipt({ accountId, paymentId }, { idempotent: true }),
      this.customer(accountId),
    ]);
    void reply.type('text/html; charset=utf-8').header('content-security-policy', RECEIPT_POLICY);
    return receiptPage(receipt, customer);
  }

  private async customer(accountId: string): Promise<Customer | undefined> {
    try {
      return (await this.auth.getUser({ accountId }, { idempotent: true })).user;
    } catch (error) {
      if (error instanceof DomainError && error.kind === 'not_found') return undefined;
      throw error;
    }
  }
}
