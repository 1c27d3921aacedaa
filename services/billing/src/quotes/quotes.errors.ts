import { DomainError } from '@precis/runtime/domain-error';

/** `choices` are words of our own: `basic, medium, enterprise`. */
export const planNotSold = (choices: string) =>
  new DomainError('invalid', 'plan_unknown', `There is no such plan. Plans on sale: ${choices}.`);
export const planWithoutTerms = () =>
  new DomainError('invalid', 'plan_without_terms', 'The Free plan costs nothing and needs no payment.');
export const badDuration = (choices: string) =>
  new DomainError('invalid', 'duration_unknown', `There is no such duration. Durations: ${choices}.`);
export const badPaymentMethod = (choices: string) =>
  new DomainError('invalid', 'payment_method_unknown', `There is no such payment method. Methods: ${choices}.`);
export const planActive = () =>
  new DomainError('conflict', 'plan_active', 'You have this plan already. It can be extended.');
export const unknownQuote = () => new DomainError('not_found', 'quote_unknown', 'There is no such quote.');
export const quoteExpired = () =>
  new DomainError('conflict', 'quote_expired', 'This price is no longer valid. Please ask for a new one.');
export const quoteUsed = () => new DomainError('conflict', 'quote_used', 'This quote has been paid already.');
export const quoteDiffers = () =>
  new DomainError('invalid', 'quote_differs', 'The quote is for another plan, duration or payment method.');
