import { DomainError } from '@precis/runtime/domain-error';

export const insufficientFunds = (cause?: unknown) =>
  new DomainError(
    'invalid',
    'insufficient_wallet_balance',
    'Insufficient wallet balance to complete this transaction.',
    { cause },
  );
export const transferKeyTaken = () =>
  new DomainError('conflict', 'transfer_key_taken', 'This transfer was already posted with other content.');
