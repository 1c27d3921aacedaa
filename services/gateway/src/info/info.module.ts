import { Module } from '@nestjs/common';
import { PaymentModule } from '../payment/payment.module.js';
import { HealthController } from './health.controller.js';
import { InfoController } from './info.controller.js';
import { PagesController } from './pages.controller.js';
import { Readiness } from './readiness.js';

@Module({
  imports: [PaymentModule],
  controllers: [InfoController, HealthController, PagesController],
  providers: [Readiness],
})
export class InfoModule {}
