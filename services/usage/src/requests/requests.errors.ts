import { DomainError } from '@precis/runtime/domain-error';

/** The same for another account's, an unknown, a lost and an expired record, so that it does not reveal whose it is. */
export const requestNotFound = () => new DomainError('not_found', 'request_not_found', 'There is no such request.');
