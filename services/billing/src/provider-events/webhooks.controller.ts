import { Controller } from '@nestjs/common';
import { GrpcMethod } from '@nestjs/microservices';
import type { ReceiveWebhookRequest, ReceiveWebhookResponse } from '@precis/proto/billing/v1/billing';
import { Callers } from '@precis/runtime/callers.guard';
import { ReceiveWebhook } from './receive-webhook.usecase.js';

@Controller()
export class WebhooksController {
  constructor(private readonly receive: ReceiveWebhook) {}

  @GrpcMethod('BillingService', 'receiveWebhook')
  @Callers('gateway')
  async receiveWebhook({ provider, body, signature }: ReceiveWebhookRequest): Promise<ReceiveWebhookResponse> {
    await this.receive.execute({ provider, body: Buffer.from(body), signature });
    return {};
  }
}
