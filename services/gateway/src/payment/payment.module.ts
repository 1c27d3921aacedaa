import { Module } from '@nestjs/common';
import { PaymentMethods } from './payment-methods.js';
import { PaymentController } from './payment.controller.js';
import { ReceiptsController } from './receipts.controller.js';

@Module({
  controllers: [PaymentController, ReceiptsController],
  providers: [PaymentMethods],
  exports: [PaymentMethods],
})
export class PaymentModule {}
