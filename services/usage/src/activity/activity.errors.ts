import { DomainError } from '@precis/runtime/domain-error';

export const monthInvalid = () => new DomainError('invalid', 'month_invalid', 'The month must be written YYYY-MM.');
