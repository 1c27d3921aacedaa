import { DomainError } from '@precis/runtime/domain-error';

export const emailOfAnother = () =>
  new DomainError('conflict', 'email_taken', 'An account with this email already exists.');
export const undoLinkInvalid = () =>
  new DomainError('invalid', 'undo_link_invalid', 'This link was used already or has expired.');
export const sessionRequiredForLink = () =>
  new DomainError(
    'forbidden',
    'session_required_for_link',
    'Please log in to the account whose email you are changing, then open the link again.',
  );
