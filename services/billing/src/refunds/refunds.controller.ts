import { Controller } from '@nestjs/common';
import { GrpcMethod } from '@nestjs/microservices';
import type { RefundPaymentRequest, RefundPaymentResponse } from '@precis/proto/billing/v1/billing';
import { Callers } from '@precis/runtime/callers.guard';
import { isUuid } from '@precis/runtime/uuid';
import { RefundPayment } from './refund-payment.usecase.js';
import { badPaymentId, badRefundAmount, badRefundId } from './refunds.errors.js';

@Controller()
export class RefundsController {
  constructor(private readonly refund: RefundPayment) {}

  @GrpcMethod('BillingService', 'refundPayment')
  @Callers('operator')
  async refundPayment(request: RefundPaymentRequest): Promise<RefundPaymentResponse> {
    if (!isUuid(request.refundId)) throw badRefundId();
    if (!isUuid(request.paymentId)) throw badPaymentId();
    if (request.amountCents < 0) throw badRefundAmount();
    const { amountCents, accountId } = request;
    // The database returns ids in lower case, and a repeat is compared with them as text.
    const [refundId, paymentId] = [request.refundId.toLowerCase(), request.paymentId.toLowerCase()];
    const refund = await this.refund.execute({ refundId, paymentId, accountId, amountCents });
    return {
      refundedCents: refund.amountCents,
      destination: refund.destination!,
      accountId: refund.accountId,
    };
  }
}
