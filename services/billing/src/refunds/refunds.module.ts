import { Module } from '@nestjs/common';
import { PaymentsModule } from '../payments/payments.module.js';
import { SubscriptionsModule } from '../subscriptions/subscriptions.module.js';
import { FinishRefund } from './finish-refund.usecase.js';
import { RefundPayment } from './refund-payment.usecase.js';
import { RefundsController } from './refunds.controller.js';
import { ResumeRefunds } from './resume-refunds.usecase.js';

@Module({
  imports: [PaymentsModule, SubscriptionsModule],
  controllers: [RefundsController],
  providers: [FinishRefund, RefundPayment, ResumeRefunds],
})
export class RefundsModule {}
