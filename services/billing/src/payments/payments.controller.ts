import { Controller } from '@nestjs/common';
import { GrpcMethod } from '@nestjs/microservices';
import type {
  CreatePaymentRequest,
  CreatePaymentResponse,
  GetPaymentRequest,
  GetPaymentResponse,
  GetReceiptRequest,
  GetReceiptResponse,
  ListPaymentMethodsResponse,
  ListPaymentsRequest,
  ListPaymentsResponse,
  Payment as PaymentMessage,
} from '@precis/proto/billing/v1/billing';
import { Callers } from '@precis/runtime/callers.guard';
import { isUuid } from '@precis/runtime/uuid';
import { accountIdOf } from '../subscriptions/account-id.js';
import { CreatePayment } from './create-payment.usecase.js';
import { GetPayment, type SeenPayment } from './get-payment.usecase.js';
import { GetReceipt } from './get-receipt.usecase.js';
import { ListPayments } from './list-payments.usecase.js';
import type { PaymentMethod } from './payment.entity.js';
import { PaymentMethods } from './payment-methods.provider.js';
import { badQuoteId } from './payments.errors.js';

/** A malformed referral code is treated as absent: it never stops a payment. */
const REFERRAL_CODE = /^[\w-]{1,64}$/;

@Controller()
export class PaymentsController {
  constructor(
    private readonly create: CreatePayment,
    private readonly get: GetPayment,
    private readonly list: ListPayments,
    private readonly receipt: GetReceipt,
    private readonly methods: PaymentMethods,
  ) {}

  @GrpcMethod('BillingService', 'createPayment')
  @Callers('gateway')
  async createPayment(request: CreatePaymentRequest): Promise<CreatePaymentResponse> {
    const { plan, duration, extend, quoteId } = request;
    if (quoteId !== '' && !isUuid(quoteId)) throw badQuoteId();
    const code = request.referralCode.trim();
    const { replayed = false, ...placed } = await this.create.execute({
      accountId: accountIdOf(request),
      plan,
      duration,
      // The use-case refuses an unknown method.
      method: request.paymentMethod as PaymentMethod,
      extend,
      quoteId: quoteId.toLowerCase() || undefined,
      referralCode: REFERRAL_CODE.test(code) ? code : '',
      keyHash: request.idempotencyHash.length > 0 ? Buffer.from(request.idempotencyHash).toString('hex') : undefined,
    });
    return { ...placed, replayed };
  }

  @GrpcMethod('BillingService', 'getPayment')
  @Callers('gateway')
  async getPayment(request: GetPaymentRequest): Promise<GetPaymentResponse> {
    return { payment: message(await this.get.execute(accountIdOf(request), request.id)) };
  }

  @GrpcMethod('BillingService', 'listPayments')
  @Callers('gateway')
  async listPayments(request: ListPaymentsRequest): Promise<ListPaymentsResponse> {
    const { payments, next } = await this.list.execute(accountIdOf(request), request.after, request.limit);
    return { payments: payments.map(message), next };
  }

  @GrpcMethod('BillingService', 'getReceipt')
  @Callers('gateway')
  async getReceipt(request: GetReceiptRequest): Promise<GetReceiptResponse> {
    const { payment, term, lines, seller, usage } = await this.receipt.execute(accountIdOf(request), request.paymentId);
    return {
      number: payment.receiptNumber!,
      issuedAtSeconds: seconds(payment.completedAt!),
      lines: lines.map(({ kind, label, amountCents }) => ({ kind, label, amountCents })),
      paidCents: payment.amountCents,
      refundedCents: payment.refundedCents + payment.lostCents,
      paymentMethod: payment.method,
      plan: payment.plan,
      startsAtSeconds: seconds(term.soldStartsAt),
      endsAtSeconds: seconds(term.soldEndsAt),
      seller,
      usage: usage ?? undefined,
    };
  }

  @GrpcMethod('BillingService', 'listPaymentMethods')
  @Callers('gateway')
  listPaymentMethods(): ListPaymentMethodsResponse {
    return { methods: this.methods.list() };
  }
}

function message({ payment, term }: SeenPayment): PaymentMessage {
  const { id, status, plan, duration, totalCents, creditCents, amountCents, note } = payment;
  return {
    id,
    status,
    plan,
    duration,
    paymentMethod: payment.method,
    totalCents,
    creditCents,
    amountCents,
    refundedCents: payment.refundedCents + payment.lostCents,
    createdAtSeconds: seconds(payment.createdAt),
    completedAtSeconds: payment.completedAt ? seconds(payment.completedAt) : 0,
    receiptNumber: payment.receiptNumber ?? '',
    startsAtSeconds: term ? seconds(term.startsAt) : 0,
    endsAtSeconds: term ? seconds(term.endsAt) : 0,
    note,
    sessionId: payment.reference ?? '',
  };
}

function seconds(at: Date): number {
  return Math.floor(at.getTime() / 1_000);
}
