import { DomainError } from '@precis/runtime/domain-error';

/** Foreign, unknown, lost and too old alike: whose it is says nobody. */
export const requestNotFound = () => new DomainError('not_found', 'request_not_found', 'There is no such request.');
