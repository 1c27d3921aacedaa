import { DomainError } from '@precis/runtime/domain-error';

export const badLimit = () => new DomainError('invalid', 'limit_invalid', 'A page has 1 to 100 commissions.');
export const unknownCommission = () =>
  new DomainError('invalid', 'after_invalid', 'The position for the next page is not a commission of yours.');
