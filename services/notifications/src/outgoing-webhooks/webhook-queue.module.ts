import { Module } from '@nestjs/common';
import { EndpointsRepository } from './endpoints.repository.js';
import { ForgetWebhooks } from './forget-webhooks.usecase.js';
import { QueueWebhook } from './queue-webhook.usecase.js';
import { WebhookQueueRepository } from './webhook-queue.repository.js';

/** What event consumers need: queueing webhooks, and deleting those of an account. */
@Module({
  providers: [EndpointsRepository, WebhookQueueRepository, QueueWebhook, ForgetWebhooks],
  exports: [EndpointsRepository, WebhookQueueRepository, QueueWebhook, ForgetWebhooks],
})
export class WebhookQueueModule {}
