import { DomainError } from '@precis/runtime/domain-error';

export const accountNotFound = () => new DomainError('not_found', 'account_not_found', 'The account does not exist.');
export const accountSuspended = () =>
  new DomainError('forbidden', 'account_suspended', 'This account is suspended. Please contact support.');
export const accountClosed = () =>
  new DomainError('forbidden', 'account_closed', 'This account is closed. Log in to open it again.');
/** After the seven days in which the owner may keep the account (ACC-73). */
export const accountBeingErased = () =>
  new DomainError(
    'forbidden',
    'account_closed',
    'This account was closed, and the time to keep it is over. It is being erased.',
  );
/** Thrown only for a proven owner: nothing was changed, and the same request with keep_account reopens the account (ACC-73). */
export const accountClosing = (erasedAt: Date) =>
  new DomainError(
    'conflict',
    'account_closing',
    'This account is closed and will be erased. To keep it, confirm that you want to keep it.',
    { erasedAt },
  );
export const emailTaken = () =>
  new DomainError('conflict', 'email_taken', 'An account with this email already exists. Please log in.');
