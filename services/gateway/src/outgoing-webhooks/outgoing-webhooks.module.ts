import { Module } from '@nestjs/common';
import { OutgoingWebhooksController } from './outgoing-webhooks.controller.js';
import { WebhookDeliveriesController } from './webhook-deliveries.controller.js';

/** Webhooks that go out to customers. */
@Module({ controllers: [OutgoingWebhooksController, WebhookDeliveriesController] })
export class OutgoingWebhooksModule {}
