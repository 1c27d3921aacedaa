import { Injectable } from '@nestjs/common';
import type { Sighting } from './payment-provider.js';

/** Brings a payment to what its provider says of it: term, money and facts in one transaction, once (PAY-17, PAY-18). */
@Injectable()
export class SettlePayment {
  /** Called by the webhook worker, the reconciler and whoever asks for the payment's status. Never moves a payment backwards. */
  async execute(_paymentId: string, _sighting: Sighting, _now: Date): Promise<void> {
    throw new Error('not built yet');
  }
}
