import { DomainError } from '@precis/runtime/domain-error';

export const batchTooLarge = (most: number) =>
  new DomainError('invalid', 'batch_too_large', `A request may have at most ${most} operations.`);
export const holderInvalid = () =>
  new DomainError('invalid', 'holder_invalid', 'The name of the holder contains characters that are not allowed.');
