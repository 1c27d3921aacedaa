import { Controller, Get, Inject, Param, Post, Query, Req } from '@nestjs/common';
import { ApiTags } from '../openapi/documented.decorator.js';
import type { FastifyRequest } from 'fastify';
import { pathId } from '../http/input-fields.js';
import { Operation } from '../http/operation.decorator.js';
import { principalOf } from '../http/request-context.js';
import { NOTIFICATIONS, type NotificationsRpc } from '../rpc-clients.js';
import { WEBHOOK_ID } from './outgoing-webhooks.controller.js';
import {
  deliveriesQuery,
  type DeliveriesQuery,
  deliveryList,
  deliveryView,
  oneDelivery,
} from './outgoing-webhooks.schemas.js';

const DELIVERY_ID = {
  name: 'deliveryId',
  ...pathId('webhook_delivery_not_found', 'There is no such delivery.'),
};
const OF_A_WEBHOOK = { access: 'either', api: 'public', id: WEBHOOK_ID } as const;

/** The log of a webhook's deliveries, and the tests and replays that its owner may start (HOOK-12, HOOK-13). */
@ApiTags('webhooks')
@Controller('api/webhooks/:id')
export class WebhookDeliveriesController {
  constructor(@Inject(NOTIFICATIONS) private readonly notifications: NotificationsRpc) {}

  @Get('deliveries')
  @Operation({
    summary: 'List the deliveries of the last 30 days, newest first',
    ...OF_A_WEBHOOK,
    query: deliveriesQuery,
    ok: deliveryList,
    errors: [404],
  })
  async list(
    @Req() request: FastifyRequest,
    @Param('id') endpointId: string,
    @Query() { cursor, limit }: DeliveriesQuery,
  ) {
    const { accountId } = principalOf(request);
    const { deliveries, next } = await this.notifications.listWebhookDeliveries(
      { accountId, endpointId, cursor, limit },
      { idempotent: true },
    );
    return { success: true, deliveries: deliveries.map(deliveryView), next: next || null };
  }

  @Post('test')
  @Operation({
    summary: 'Send one webhook.test event; it is tried only once',
    ...OF_A_WEBHOOK,
    ok: oneDelivery,
    errors: [404, 409],
  })
  async test(@Req() request: FastifyRequest, @Param('id') endpointId: string) {
    const { accountId } = principalOf(request);
    const { delivery } = await this.notifications.testEndpoint({ accountId, endpointId });
    return { success: true, delivery: deliveryView(delivery) };
  }

  @Post('deliveries/:deliveryId/replay')
  @Operation({
    summary: 'Send a delivery once more, under the same webhook-id',
    ...OF_A_WEBHOOK,
    innerId: DELIVERY_ID,
    ok: oneDelivery,
    errors: [404, 409],
  })
  async replay(
    @Req() request: FastifyRequest,
    @Param('id') endpointId: string,
    @Param('deliveryId') deliveryId: string,
  ) {
    const { accountId } = principalOf(request);
    const { delivery } = await this.notifications.replayWebhookDelivery({ accountId, endpointId, deliveryId });
    return { success: true, delivery: deliveryView(delivery) };
  }
}
