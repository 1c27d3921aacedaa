import { Injectable } from '@nestjs/common';
import type { PaymentMethod } from './payment.entity.js';
import { PaymentProviders } from './payment-provider.js';
import { methodNotOffered } from './payments.errors.js';

/** The payment methods of this deployment: always the wallet, card and crypto when a provider is set (PAY-11). */
@Injectable()
export class PaymentMethods {
  constructor(private readonly providers: PaymentProviders) {}

  list(): PaymentMethod[] {
    return [...(['stripe', 'crypto'] as const).filter((method) => this.providers.has(method)), 'wallet'];
  }

  /** Throws methodNotOffered. */
  refuseUnknown(method: string): void {
    if (!this.list().includes(method as PaymentMethod)) throw methodNotOffered(this.list());
  }
}
