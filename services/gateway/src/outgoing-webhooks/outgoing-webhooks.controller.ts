import { Body, Controller, Delete, Get, Inject, Param, Post, Put, Req } from '@nestjs/common';
import { ApiTags } from '../openapi/documented.decorator.js';
import type { FastifyRequest } from 'fastify';
import { message } from '../auth/auth.schemas.js';
import { pathId } from '../http/input-fields.js';
import { Operation } from '../http/operation.decorator.js';
import { principalOf } from '../http/request-context.js';
import { NOTIFICATIONS, type NotificationsRpc } from '../rpc-clients.js';
import {
  changedWebhook,
  type ChangedWebhook,
  newWebhook,
  type NewWebhook,
  oneWebhook,
  overlapSecondsOf,
  rotation,
  type Rotation,
  webhookList,
  webhookView,
  webhookWithSecret,
} from './outgoing-webhooks.schemas.js';

export const WEBHOOK_ID = pathId('webhook_not_found', 'There is no such webhook.');
const EITHER = { access: 'either', api: 'public' } as const;

/**
 * Manages the webhooks to which an account's events are sent (HOOK-1, HOOK-4). The webhooks that payment providers send to us are in src/webhooks.
 */
@ApiTags('webhooks')
@Controller('api/webhooks')
export class OutgoingWebhooksController {
  constructor(@Inject(NOTIFICATIONS) private readonly notifications: NotificationsRpc) {}

  @Get()
  @Operation({ summary: 'List the webhooks of the account', ...EITHER, ok: webhookList })
  async list(@Req() request: FastifyRequest) {
    const { accountId } = principalOf(request);
    const { endpoints } = await this.notifications.listEndpoints({ accountId }, { idempotent: true });
    return { success: true, webhooks: endpoints.map(webhookView) };
  }

  @Post()
  @Operation({
    summary: 'Add a webhook, at most 5; the answer shows its secret this once',
    ...EITHER,
    body: newWebhook,
    ok: webhookWithSecret,
    errors: [409],
  })
  async create(@Req() request: FastifyRequest, @Body() { url, events }: NewWebhook) {
    const { accountId } = principalOf(request);
    const { endpoint, secret } = await this.notifications.createEndpoint({ accountId, url, eventTypes: events });
    return { success: true, webhook: webhookView(endpoint), secret };
  }

  @Get(':id')
  @Operation({ summary: 'A webhook', ...EITHER, id: WEBHOOK_ID, ok: oneWebhook, errors: [404] })
  async read(@Req() request: FastifyRequest, @Param('id') endpointId: string) {
    const { accountId } = principalOf(request);
    const { endpoint } = await this.notifications.getEndpoint({ accountId, endpointId }, { idempotent: true });
    return { success: true, webhook: webhookView(endpoint) };
  }

  @Put(':id')
  @Operation({
    summary: 'Replace a webhook: its address, its events, and whether it is enabled',
    ...EITHER,
    id: WEBHOOK_ID,
    body: changedWebhook,
    ok: oneWebhook,
    errors: [404],
  })
  async change(@Req() request: FastifyRequest, @Param('id') endpointId: string, @Body() body: ChangedWebhook) {
    const { accountId } = principalOf(request);
    const { url, events: eventTypes, enabled: isEnabled } = body;
    const { endpoint } = await this.notifications.changeEndpoint(
      { accountId, endpointId, url, eventTypes, isEnabled },
      { idempotent: true },
    );
    return { success: true, webhook: webhookView(endpoint) };
  }

  @Delete(':id')
  @Operation({
    summary: 'Delete a webhook with its deliveries',
    ...EITHER,
    id: WEBHOOK_ID,
    ok: message,
    errors: [404],
  })
  async delete(@Req() request: FastifyRequest, @Param('id') endpointId: string) {
    const { accountId } = principalOf(request);
    await this.notifications.deleteEndpoint({ accountId, endpointId });
    return { success: true, message: 'The webhook has been deleted' };
  }

  @Post(':id/rotate')
  @Operation({
    summary:
      'Rotate the secret: the answer shows the new one this once; for overlap_hours (0 to 24, default 24) the old one signs as well',
    ...EITHER,
    id: WEBHOOK_ID,
    body: rotation,
    ok: webhookWithSecret,
    errors: [404],
  })
  async rotate(@Req() request: FastifyRequest, @Param('id') endpointId: string, @Body() body: Rotation) {
    const { accountId } = principalOf(request);
    const { endpoint, secret } = await this.notifications.rotateEndpointSecret({
      accountId,
      endpointId,
      overlapSeconds: overlapSecondsOf(body),
    });
    return { success: true, webhook: webhookView(endpoint), secret };
  }
}
