import { DomainError } from '@precis/runtime/domain-error';
import type { Payment } from './payment.entity.js';

/** A checkout that a payer can open. */
export interface Checkout {
  /** The provider's id of it. */
  reference: string;
  url: string;
  expiresAt: Date;
}

/** What a provider says of a checkout now, in our words. Money is counted in cents of the quote, only what is final. */
export interface Sighting {
  /** processing = paid, and not final yet; expired may still have money (PAY-19). */
  state: 'open' | 'processing' | 'paid' | 'failed' | 'expired';
  paidCents: number;
  /** Some money came, and less than is due. */
  partial: boolean;
  /** Of all refunds that have gone through. */
  refundedCents: number;
  /** Where refunds may fail behind their acceptance, as soon as there are any. */
  refunds?: RefundsSeen;
  /** All that took money, oldest first: of one that ended nobody may have heard before the next one began. */
  disputes?: { id: string; state: 'open' | 'won' | 'lost'; amountCents: number }[];
  /** Settled by hand at the provider, without money that it saw. */
  marked?: boolean;
  /** Of a payment without a noted checkout. It says nothing of one that was noted meanwhile. */
  unopened?: true;
}

/** All refunds of a payment as their provider has them. */
export interface RefundsSeen {
  /** Of those that went through or are under way. */
  standingCents: number;
  /** Of those that were accepted and failed, or were cancelled. */
  failedCents: number;
  /** Our ids of those that are ours, and of them those that failed. */
  knownIds: string[];
  failedIds: string[];
}

/** What a verified webhook concerns; everything else is read from the provider again. */
export interface ProviderNotice {
  /** Unique at the provider; of a delivery that is repeated the same. */
  eventId: string;
  type: string;
  /** The checkout it is about, as far as the notice says. */
  reference?: string;
  /** Our payment, where the provider carries its id. */
  paymentId?: string;
}

/** The provider did not answer in time, or not as one that works; nothing is known about what it did. */
export class ProviderUnavailable extends DomainError {
  constructor(method: PaymentProvider['method'], cause?: unknown) {
    super('unavailable', 'payment_unavailable', 'Payments are temporarily unavailable. Please try again.', {
      cause: new Error(`the provider of ${method} payments`, { cause }),
      retryAfterSeconds: 30,
    });
  }
}

/** The bytes of a webhook are not what its signature says. */
export class BadSignature extends DomainError {
  constructor() {
    super('invalid', 'bad_signature', 'The signature of this webhook is missing or wrong.');
  }
}

/** A place where money comes in. One adapter each for Stripe and BTCPay; all calls have a deadline and throw ProviderUnavailable. */
export abstract class PaymentProvider {
  abstract readonly method: 'stripe' | 'crypto';

  /** Opens a checkout for what is due, the same one however often it is asked for one attempt. Never inside a transaction. */
  abstract open(payment: Payment): Promise<Checkout>;

  /** The truth about a payment's checkout now. */
  abstract look(payment: Payment): Promise<Sighting>;

  /** Ends a checkout that nobody shall pay any more; one that is paid meanwhile stays paid. */
  abstract close(payment: Payment): Promise<void>;

  /** Checks the signature over the bytes as they came. Throws BadSignature. */
  abstract verify(body: Buffer, signature: string): ProviderNotice;

  /** Sends money back, once per refund id. Where the provider cannot (crypto), `wallet`: the caller credits the wallet. */
  abstract refund(payment: Payment, refundId: string, amountCents: number): Promise<'sent' | 'wallet'>;
}

/** The providers that this deployment has, by method. */
export class PaymentProviders extends Map<PaymentProvider['method'], PaymentProvider> {}
