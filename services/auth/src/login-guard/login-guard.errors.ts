import { DomainError } from '@precis/runtime/domain-error';

/** The same for every address, whether it has an account or not. */
export const tooManyAttempts = (retryAfterSeconds: number) =>
  new DomainError(
    'exhausted',
    'too_many_attempts',
    'Too many attempts. Please try again later, or reset your password.',
    { retryAfterSeconds },
  );
