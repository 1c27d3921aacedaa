import { Controller } from '@nestjs/common';
import { GrpcMethod } from '@nestjs/microservices';
import type { CreateQuoteRequest, CreateQuoteResponse } from '@precis/proto/billing/v1/billing';
import { Callers } from '@precis/runtime/callers.guard';
import type { PaymentMethod } from '../payments/payment.entity.js';
import { accountIdOf } from '../subscriptions/account-id.js';
import { CreateQuote } from './create-quote.usecase.js';

@Controller()
export class QuotesController {
  constructor(private readonly quote: CreateQuote) {}

  @GrpcMethod('BillingService', 'createQuote')
  @Callers('gateway')
  async createQuote(request: CreateQuoteRequest): Promise<CreateQuoteResponse> {
    const { plan, duration, extend } = request;
    // May be any text; Quotes refuses an unknown method.
    const method = request.paymentMethod as PaymentMethod;
    const { quote, walletBalanceCents } = await this.quote.execute({
      accountId: accountIdOf(request),
      plan,
      duration,
      method,
      extend,
    });
    return {
      quoteId: quote.id,
      lines: quote.lines,
      totalCents: quote.totalCents,
      creditCents: quote.creditCents,
      dueCents: quote.dueCents,
      expiresAtSeconds: seconds(quote.expiresAt),
      startsAtSeconds: seconds(quote.startsAt),
      endsAtSeconds: seconds(quote.endsAt),
      kind: quote.kind,
      walletBalanceCents,
    };
  }
}

function seconds(at: Date): number {
  return Math.floor(at.getTime() / 1_000);
}
