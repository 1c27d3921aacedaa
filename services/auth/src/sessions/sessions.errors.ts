import { DomainError } from '@precis/runtime/domain-error';

export const invalidCredentials = () =>
  new DomainError('unauthenticated', 'invalid_credentials', 'Invalid email or password');
export const emailNotVerified = () =>
  new DomainError('forbidden', 'email_not_verified', 'Please verify your email address before logging in.');
export const sessionInvalid = () =>
  new DomainError('unauthenticated', 'session_invalid', 'Your session has ended. Please log in again.');
export const sessionNotFound = () => new DomainError('not_found', 'session_not_found', 'This session does not exist.');
