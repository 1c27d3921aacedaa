import { DomainError } from '@precis/runtime/domain-error';

export const badAccountId = () =>
  new DomainError('invalid', 'account_id_invalid', 'The account id is missing or malformed.');
export const accountErased = () => new DomainError('not_found', 'account_unknown', 'There is no such account.');
