import { DomainError } from '@precis/runtime/domain-error';
import type { PaymentMethod } from './payment.entity.js';

/** `methods`: the offered methods, which the answer names. */
export const methodNotOffered = (methods: PaymentMethod[]) =>
  new DomainError(
    'invalid',
    'payment_method_unavailable',
    `Please choose one of these payment methods: ${methods.join(', ')}.`,
  );
export const badQuoteId = () => new DomainError('invalid', 'quote_id_invalid', 'The quote id must be a UUID.');
export const orderKeyInUse = () =>
  new DomainError(
    'conflict',
    'idempotency_key_in_use',
    'A request with this Idempotency-Key is still being processed.',
    { retryAfterSeconds: 1 },
  );
export const orderKeyReused = () =>
  new DomainError('conflict', 'idempotency_key_reused', 'This Idempotency-Key was used with another request body.');
export const paymentProcessing = () =>
  new DomainError(
    'conflict',
    'payment_processing',
    'A payment for this order is being confirmed. Please wait for its result.',
  );
export const tooManyCheckouts = () =>
  new DomainError(
    'conflict',
    'too_many_checkouts',
    'Too many checkouts are open. Please finish one, or try again in 30 minutes.',
  );
export const checkoutReplaced = () =>
  new DomainError('conflict', 'checkout_replaced', 'Another checkout has replaced this one. Please use that one.');
export const paymentUnavailable = (cause: unknown) =>
  new DomainError(
    'unavailable',
    'payment_unavailable',
    'Payments are temporarily unavailable. Nothing was charged. Please try again.',
    { cause, retryAfterSeconds: 30 },
  );
export const unknownPayment = () => new DomainError('not_found', 'payment_not_found', 'There is no such payment.');
export const unknownReceipt = () =>
  new DomainError('not_found', 'receipt_not_found', 'This payment has no receipt, because it is not completed.');
export const badPage = () =>
  new DomainError(
    'invalid',
    'page_invalid',
    'The limit must be 1 to 100. The parameter after must be the id of one of your payments.',
  );
