import { DomainError } from '@precis/runtime/domain-error';

export const badPage = () =>
  new DomainError('invalid', 'page_invalid', 'A page has 1 to 100 entries and begins before a sequence of 0 or more.');
