import { DomainError } from '@precis/runtime/domain-error';

/** What BTCPay says does not fit the payment: never believed, and a person has to look. `what` is a word of ours. */
export const invoiceMismatch = (what: string) =>
  new DomainError('conflict', 'payment_mismatch', 'The payment provider tells something else of this payment.', {
    cause: new Error(`the ${what} of BTCPay's invoice is not the payment's`),
  });
export const unreadableWebhook = () =>
  new DomainError('invalid', 'unsupported_event', 'This kind of webhook is not supported.');
