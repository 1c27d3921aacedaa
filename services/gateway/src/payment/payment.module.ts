import { Module } from '@nestjs/common';
import { DownloadsModule } from '../downloads/downloads.module.js';
import { PaymentMethods } from './payment-methods.js';
import { PaymentController } from './payment.controller.js';
import { ReceiptsController } from './receipts.controller.js';

@Module({
  imports: [DownloadsModule],
  controllers: [PaymentController, ReceiptsController],
  providers: [PaymentMethods],
  exports: [PaymentMethods],
})
export class PaymentModule {}
