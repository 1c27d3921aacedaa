import { DomainError } from '@precis/runtime/domain-error';

export const badPage = () =>
  new DomainError('invalid', 'page_invalid', 'The limit must be 1 to 100. The parameter before must not be negative.');
