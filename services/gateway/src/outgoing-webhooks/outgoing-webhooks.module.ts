import { Module } from '@nestjs/common';
import { OutgoingWebhooksController } from './outgoing-webhooks.controller.js';
import { WebhookDeliveriesController } from './webhook-deliveries.controller.js';

/** Webhooks that are sent to customers. */
@Module({ controllers: [OutgoingWebhooksController, WebhookDeliveriesController] })
export class OutgoingWebhooksModule {}
