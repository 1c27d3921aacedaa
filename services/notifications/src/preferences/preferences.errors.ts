import { DomainError } from '@precis/runtime/domain-error';

export const badAccountId = () => new DomainError('invalid', 'bad_account_id', 'The account id is not usable.');

export const preferencesMissing = () =>
  new DomainError('invalid', 'preferences_missing', 'The preferences are missing.');

export const badUnsubscribeToken = () =>
  new DomainError('invalid', 'bad_unsubscribe_token', 'This unsubscribe link is not valid.');
