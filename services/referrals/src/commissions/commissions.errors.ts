import { DomainError } from '@precis/runtime/domain-error';

export const badLimit = () => new DomainError('invalid', 'limit_invalid', 'The limit must be 1 to 100.');
export const unknownCommission = () =>
  new DomainError('invalid', 'after_invalid', 'after is not the id of one of your commissions.');
