import { Injectable } from '@nestjs/common';
import { Clock } from '@precis/runtime/clock';
import { createHash } from 'node:crypto';
import { type PaymentProvider, PaymentProviders, type ProviderNotice } from '../payments/payment-provider.js';
import { unknownProvider, webhookTooLarge } from '../payments/payment-provider.errors.js';
import { ProviderEventMetrics } from './provider-event-metrics.js';
import { ProviderEventWorker } from './provider-event-worker.provider.js';
import { type EventProvider, ProviderEvents } from './provider-events.repository.js';

const MOST_BYTES = 1_048_576;

const METHODS: Record<EventProvider, PaymentProvider['method']> = { stripe: 'stripe', btcpay: 'crypto' };

/** A webhook as received. `signature`: the header that signs the bytes of the body. */
export interface Webhook {
  provider: string;
  body: Buffer;
  signature: string;
}

/** Stores a provider's webhook, once per event id, before it is answered; its meaning is read from the provider later (PAY-40, PAY-41). */
@Injectable()
export class ReceiveWebhook {
  constructor(
    private readonly providers: PaymentProviders,
    private readonly events: ProviderEvents,
    private readonly worker: ProviderEventWorker,
    private readonly metrics: ProviderEventMetrics,
    private readonly clock: Clock,
  ) {}

  /** Throws unknownProvider, webhookTooLarge, BadSignature or unsupportedEvent, and then leaves no row. */
  async execute({ provider, body, signature }: Webhook): Promise<void> {
    const name = provider as EventProvider;
    const notice = this.read(Object.hasOwn(METHODS, provider) ? this.providers.get(METHODS[name]) : undefined, {
      body,
      signature,
    });
    const bodySha256 = createHash('sha256').update(body).digest();
    if (await this.events.receive(name, notice, bodySha256, this.clock.now())) this.worker.wake();
  }

  private read(
    provider: PaymentProvider | undefined,
    { body, signature }: Pick<Webhook, 'body' | 'signature'>,
  ): ProviderNotice {
    try {
      if (!provider) throw unknownProvider();
      if (body.length > MOST_BYTES) throw webhookTooLarge();
      return provider.verify(body, signature);
    } catch (error) {
      this.metrics.count('refused');
      throw error;
    }
  }
}
