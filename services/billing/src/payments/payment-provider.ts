import { DomainError } from '@precis/runtime/domain-error';
import type { Payment } from './payment.entity.js';

/** A checkout that a payer can open. */
export interface Checkout {
  /** The provider's id of it. */
  reference: string;
  url: string;
  expiresAt: Date;
}

/** What a provider reports about a checkout, in our terms. Money is in cents of the quote, and only final money counts. */
export interface Sighting {
  /** processing = paid but not final; expired may still have money (PAY-19). */
  state: 'open' | 'processing' | 'paid' | 'failed' | 'expired';
  paidCents: number;
  /** Some money arrived, but less than is due. */
  partial: boolean;
  /** The sum of all successful refunds. */
  refundedCents: number;
  /** Present as soon as there are refunds, where refunds may fail after their acceptance. */
  refunds?: RefundsSeen;
  /** All disputes that took money, oldest first: a dispute may have ended unseen before the next one began. */
  disputes?: { id: string; state: 'open' | 'won' | 'lost'; amountCents: number }[];
  /** Settled by hand at the provider, without money that it received. */
  marked?: boolean;
  /** The payment had no stored checkout. It says nothing about a checkout that was stored in between. */
  unopened?: true;
}

/** All refunds of a payment as its provider reports them. */
export interface RefundsSeen {
  /** The sum of refunds that succeeded or are pending. */
  standingCents: number;
  /** The sum of refunds that were accepted and then failed or were cancelled. */
  failedCents: number;
  /** The ids of our refunds among them, and those of our failed ones. */
  knownIds: string[];
  failedIds: string[];
}

/** The subject of a verified webhook; everything else is read from the provider again. */
export interface ProviderNotice {
  /** Unique at the provider; a redelivery has the same id. */
  eventId: string;
  type: string;
  /** The checkout, if the notice names it. */
  reference?: string;
  /** Our payment, if the provider carries its id. */
  paymentId?: string;
}

/** The provider did not answer in time or not correctly; whether it did anything is unknown. */
export class ProviderUnavailable extends DomainError {
  constructor(method: PaymentProvider['method'], cause?: unknown) {
    super('unavailable', 'payment_unavailable', 'Payments are temporarily unavailable. Please try again.', {
      cause: new Error(`the provider of ${method} payments`, { cause }),
      retryAfterSeconds: 30,
    });
  }
}

/** The signature does not match the bytes of a webhook. */
export class BadSignature extends DomainError {
  constructor() {
    super('invalid', 'bad_signature', 'The signature of this webhook is missing or wrong.');
  }
}

/** A payment provider. Stripe and BTCPay have an adapter each; all calls have a deadline and throw ProviderUnavailable. */
export abstract class PaymentProvider {
  abstract readonly method: 'stripe' | 'crypto';

  /** Opens a checkout for the amount due; repeated calls for one attempt return the same one. Never inside a transaction. */
  abstract open(payment: Payment): Promise<Checkout>;

  /** Reads the current state of a payment's checkout. */
  abstract look(payment: Payment): Promise<Sighting>;

  /** Closes a checkout that must not be paid any more; one that is paid in between stays paid. */
  abstract close(payment: Payment): Promise<void>;

  /** Verifies the signature over the received bytes. Throws BadSignature. */
  abstract verify(body: Buffer, signature: string): ProviderNotice;

  /** Refunds money, once per refund id. `wallet`: the provider cannot (crypto), so the caller credits the wallet. */
  abstract refund(payment: Payment, refundId: string, amountCents: number): Promise<'sent' | 'wallet'>;
}

/** The offered providers, by method. */
export class PaymentProviders extends Map<PaymentProvider['method'], PaymentProvider> {}
