import { Module } from '@nestjs/common';
import { MailsModule } from '../mails/mails.module.js';
import { ChangeEndpoint } from './change-endpoint.usecase.js';
import { ClearDeletedEndpoints } from './clear-deleted-endpoints.usecase.js';
import { CreateEndpoint } from './create-endpoint.usecase.js';
import { DeliverWebhook } from './deliver-webhook.usecase.js';
import { ForgetWebhookDeliveries } from './forget-webhook-deliveries.usecase.js';
import { OrderBudget } from './order-budget.provider.js';
import { OutgoingWebhooksController } from './outgoing-webhooks.controller.js';
import { RecordAttempt } from './record-attempt.usecase.js';
import { ReplayDelivery } from './replay-delivery.usecase.js';
import { RotateEndpointSecret } from './rotate-endpoint-secret.usecase.js';
import { TestEndpoint } from './test-endpoint.usecase.js';
import { WebhookEventsConsumer } from './webhook-events.consumer.js';
import { WebhookLogRepository } from './webhook-log.repository.js';
import { WebhookMetrics } from './webhook-metrics.js';
import { WebhookQueueModule } from './webhook-queue.module.js';
import { WebhookSenders } from './webhook-senders.provider.js';
import { WishReader } from './wish-reader.provider.js';

/** Webhooks to customers. Those from payment providers arrive at the gateway and go to billing. */
@Module({
  imports: [MailsModule, WebhookQueueModule],
  controllers: [OutgoingWebhooksController, WebhookEventsConsumer],
  providers: [
    WebhookLogRepository,
    OrderBudget,
    WishReader,
    CreateEndpoint,
    ChangeEndpoint,
    RotateEndpointSecret,
    TestEndpoint,
    ReplayDelivery,
    RecordAttempt,
    DeliverWebhook,
    WebhookSenders,
    WebhookMetrics,
    ForgetWebhookDeliveries,
    ClearDeletedEndpoints,
  ],
})
export class OutgoingWebhooksModule {}
