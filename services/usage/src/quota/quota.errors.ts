import { DomainError } from '@precis/runtime/domain-error';

export const batchTooLarge = (most: number) =>
  new DomainError('invalid', 'batch_too_large', `At most ${most} operations.`);
export const holderInvalid = () => new DomainError('invalid', 'holder_invalid', 'The holder is not usable text.');
