import { Module } from '@nestjs/common';
import { PaymentsModule } from '../payments/payments.module.js';
import { ForgetProviderEvents } from './forget-provider-events.usecase.js';
import { HandleProviderEvent } from './handle-provider-event.usecase.js';
import { ProviderEventMetrics } from './provider-event-metrics.js';
import { ProviderEventWorker } from './provider-event-worker.provider.js';
import { ProviderEvents } from './provider-events.repository.js';
import { ReceiveWebhook } from './receive-webhook.usecase.js';
import { ReconcilePayments } from './reconcile-payments.usecase.js';
import { SweepCompletedPayments } from './sweep-completed-payments.usecase.js';
import { WebhooksController } from './webhooks.controller.js';

@Module({
  imports: [PaymentsModule],
  controllers: [WebhooksController],
  providers: [
    ProviderEvents,
    ProviderEventMetrics,
    HandleProviderEvent,
    ProviderEventWorker,
    ReceiveWebhook,
    ReconcilePayments,
    SweepCompletedPayments,
    ForgetProviderEvents,
  ],
})
export class ProviderEventsModule {}
