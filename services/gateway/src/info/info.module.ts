import { Module } from '@nestjs/common';
import { PaymentModule } from '../payment/payment.module.js';
import { StatusOfDeployment } from './deployment-status.js';
import { ErrorsController } from './errors.controller.js';
import { HealthController } from './health.controller.js';
import { InfoController } from './info.controller.js';
import { Readiness } from './readiness.js';
import { StatusController } from './status.controller.js';

@Module({
  imports: [PaymentModule],
  controllers: [InfoController, StatusController, ErrorsController, HealthController],
  providers: [Readiness, StatusOfDeployment],
})
export class InfoModule {}
