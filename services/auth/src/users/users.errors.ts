import { DomainError } from '@precis/runtime/domain-error';

export const accountNotFound = () => new DomainError('not_found', 'account_not_found', 'The account does not exist.');
