import { DomainError } from '@precis/runtime/domain-error';

export const badLimit = () => new DomainError('invalid', 'limit_invalid', 'A page has 1 to 100 commissions.');
export const unknownCommission = () =>
  new DomainError('invalid', 'after_invalid', 'after is not the id of one of your commissions.');
