import { Controller } from '@nestjs/common';
import { GrpcMethod } from '@nestjs/microservices';
import type * as rpc from '@precis/proto/notifications/v1/notifications';
import { Callers } from '@precis/runtime/callers.guard';
import { Clock } from '@precis/runtime/clock';
import { isUuid } from '@precis/runtime/uuid';
import { ChangeEndpoint } from './change-endpoint.usecase.js';
import { CreateEndpoint } from './create-endpoint.usecase.js';
import { EndpointsRepository } from './endpoints.repository.js';
import { badWebhookAccount, badWebhookCursor, deliveryUnknown, endpointUnknown } from './outgoing-webhooks.errors.js';
import { ReplayDelivery } from './replay-delivery.usecase.js';
import { RotateEndpointSecret } from './rotate-endpoint-secret.usecase.js';
import { TestEndpoint } from './test-endpoint.usecase.js';
import { deliveryAnswer, endpointAnswer } from './webhook-answers.js';
import { WebhookLogRepository } from './webhook-log.repository.js';

const LARGEST_PAGE = 100;

/** An account's webhooks, and the log of their deliveries. */
@Controller()
export class OutgoingWebhooksController {
  constructor(
    private readonly endpoints: EndpointsRepository,
    private readonly log: WebhookLogRepository,
    private readonly creation: CreateEndpoint,
    private readonly changing: ChangeEndpoint,
    private readonly rotation: RotateEndpointSecret,
    private readonly testing: TestEndpoint,
    private readonly replaying: ReplayDelivery,
    private readonly clock: Clock,
  ) {}

  @GrpcMethod('NotificationsService', 'listEndpoints')
  @Callers('gateway')
  async listEndpoints(request: rpc.ListEndpointsRequest): Promise<rpc.ListEndpointsResponse> {
    return { endpoints: (await this.endpoints.of(accountOf(request))).map(endpointAnswer) };
  }

  @GrpcMethod('NotificationsService', 'getEndpoint')
  @Callers('gateway')
  async getEndpoint(request: rpc.GetEndpointRequest): Promise<rpc.GetEndpointResponse> {
    return { endpoint: endpointAnswer(await this.known(request)) };
  }

  @GrpcMethod('NotificationsService', 'createEndpoint')
  @Callers('gateway')
  async createEndpoint(request: rpc.CreateEndpointRequest): Promise<rpc.CreateEndpointResponse> {
    const { row, secret } = await this.creation.execute(accountOf(request), request);
    return { endpoint: endpointAnswer(row), secret };
  }

  @GrpcMethod('NotificationsService', 'changeEndpoint')
  @Callers('gateway')
  async changeEndpoint(request: rpc.ChangeEndpointRequest): Promise<rpc.ChangeEndpointResponse> {
    const row = await this.changing.execute(accountOf(request), endpointOf(request), request);
    return { endpoint: endpointAnswer(row) };
  }

  @GrpcMethod('NotificationsService', 'deleteEndpoint')
  @Callers('gateway')
  async deleteEndpoint(request: rpc.DeleteEndpointRequest): Promise<rpc.DeleteEndpointResponse> {
    if (!(await this.endpoints.delete(accountOf(request), endpointOf(request), this.clock.now())))
      throw endpointUnknown();
    return {};
  }

  @GrpcMethod('NotificationsService', 'rotateEndpointSecret')
  @Callers('gateway')
  async rotateEndpointSecret(request: rpc.RotateEndpointSecretRequest): Promise<rpc.RotateEndpointSecretResponse> {
    const { overlapSeconds } = request;
    const { row, secret } = await this.rotation.execute(accountOf(request), endpointOf(request), overlapSeconds);
    return { endpoint: endpointAnswer(row), secret };
  }

  @GrpcMethod('NotificationsService', 'testEndpoint')
  @Callers('gateway')
  async testEndpoint(request: rpc.TestEndpointRequest): Promise<rpc.TestEndpointResponse> {
    return { delivery: deliveryAnswer(await this.testing.execute(accountOf(request), endpointOf(request))) };
  }

  @GrpcMethod('NotificationsService', 'listWebhookDeliveries')
  @Callers('gateway')
  async listWebhookDeliveries(request: rpc.ListWebhookDeliveriesRequest): Promise<rpc.ListWebhookDeliveriesResponse> {
    const { cursor, limit } = request;
    const isPage = Number.isInteger(limit) && limit >= 1 && limit <= LARGEST_PAGE;
    if (!isPage || (cursor !== '' && !isUuid(cursor))) throw badWebhookCursor();
    const { id, accountId } = await this.known(request);
    // Reads one more than it shows, to know whether there is a next page.
    const found = await this.log.list(accountId, id, cursor || undefined, limit + 1);
    const deliveries = found.slice(0, limit).map(deliveryAnswer);
    return { deliveries, next: found.length > limit ? found[limit - 1].id : '' };
  }

  @GrpcMethod('NotificationsService', 'replayWebhookDelivery')
  @Callers('gateway')
  async replayWebhookDelivery(request: rpc.ReplayWebhookDeliveryRequest): Promise<rpc.ReplayWebhookDeliveryResponse> {
    const [accountId, endpointId, { deliveryId }] = [accountOf(request), endpointOf(request), request];
    if (!isUuid(deliveryId)) throw deliveryUnknown();
    return { delivery: deliveryAnswer(await this.replaying.execute(accountId, endpointId, deliveryId)) };
  }

  private async known(request: { accountId: string; endpointId: string }) {
    const found = await this.endpoints.find(accountOf(request), endpointOf(request));
    if (!found) throw endpointUnknown();
    return found;
  }
}

function accountOf({ accountId }: { accountId: string }): string {
  if (!isUuid(accountId)) throw badWebhookAccount();
  return accountId;
}

function endpointOf({ endpointId }: { endpointId: string }): string {
  if (!isUuid(endpointId)) throw endpointUnknown();
  return endpointId;
}
