import { DomainError } from '@precis/runtime/domain-error';

export const limitInvalid = () => new DomainError('invalid', 'limit_invalid', 'The limit must be between 1 and 100.');
export const beforeInvalid = () =>
  new DomainError('invalid', 'before_invalid', 'The parameter before is not the id of an entry.');
