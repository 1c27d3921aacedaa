import { Controller, Inject, Post, Req } from '@nestjs/common';
import { ApiExcludeController } from '../openapi/documented.decorator.js';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { HttpProblem } from '../http/http-problem.js';
import { Operation } from '../http/operation.decorator.js';
import { WEBHOOK_BODY_LIMIT_BYTES } from '../http/route-policy.js';
import { BILLING, type BillingRpc } from '../rpc-clients.js';

/** Several times the length that Stripe sends while two secrets are valid; a longer signature is never genuine. */
const LONGEST_SIGNATURE = 2_000;

const received = z.object({ success: z.literal(true) });
const POLICY = { ok: received, isWebhook: true, bodyLimitBytes: WEBHOOK_BODY_LIMIT_BYTES };

/**
 * Receives messages of payment providers (PAY-52). The signature covers the bytes as they came, so nothing here parses, changes or logs them. The
 * answer is 200 only when billing has stored the message: after any other answer the provider sends it again.
 */
@ApiExcludeController()
@Controller('api/webhooks')
export class WebhooksController {
  constructor(@Inject(BILLING) private readonly billing: BillingRpc) {}

  @Post('stripe')
  @Operation({ summary: 'Webhooks of Stripe', ...POLICY })
  stripe(@Req() request: FastifyRequest) {
    return this.passOn('stripe', request, 'stripe-signature');
  }

  @Post('btcpay')
  @Operation({ summary: 'Webhooks of BTCPay Server', ...POLICY })
  btcpay(@Req() request: FastifyRequest) {
    return this.passOn('btcpay', request, 'btcpay-sig');
  }

  private async passOn(provider: string, request: FastifyRequest, header: string) {
    const signature = request.headers[header];
    const body = request.body as Buffer | undefined;
    if (typeof signature !== 'string' || signature.trim() === '')
      throw new HttpProblem(400, 'signature_missing', 'The webhook has no signature.');
    if (signature.length > LONGEST_SIGNATURE)
      throw new HttpProblem(400, 'bad_signature', 'The signature of this webhook is missing or wrong.');
    if (body === undefined || body.length === 0) throw new HttpProblem(400, 'body_missing', 'The webhook has no body.');
    // A repeat has no second effect: billing stores each event once.
    await this.billing.receiveWebhook({ provider, body, signature }, { idempotent: true });
    return { success: true };
  }
}
