import { DomainError } from '@precis/runtime/domain-error';

export const unsupportedEvent = () =>
  new DomainError('invalid', 'unsupported_event', 'This kind of webhook is not supported.');
export const unknownProvider = () =>
  new DomainError('not_found', 'payment_provider_unknown', 'There is no such payment provider here.');
export const webhookTooLarge = () => new DomainError('invalid', 'webhook_too_large', 'A webhook has at most 1 MB.');
export const checkoutEnded = () =>
  new DomainError('conflict', 'checkout_ended', 'This checkout has ended. Please order again.');
export const amountTooSmall = () =>
  new DomainError('invalid', 'amount_too_small', 'The amount is too small for this payment method.');
export const refundRefused = () =>
  new DomainError('conflict', 'refund_refused', 'The payment provider refused this refund.');

/** The provider's data does not match the payment: it is never trusted, and an operator must look. `what` is a word of ours. */
export const sightingRefused = (what: string) =>
  new DomainError('conflict', 'payment_mismatch', 'The payment provider reports other data for this payment.', {
    cause: new Error(`the provider's ${what} is not the payment's`),
  });
