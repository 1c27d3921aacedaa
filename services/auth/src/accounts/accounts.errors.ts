import { DomainError } from '@precis/runtime/domain-error';

export const freshSignInRequired = () =>
  new DomainError('forbidden', 'fresh_sign_in_required', 'Please sign in with Google again to confirm.');
export const tooManyExports = (limit: number, retryAfterSeconds: number) =>
  new DomainError('exhausted', 'too_many_exports', 'Too many exports in the last hour. Please try again later.', {
    limit,
    retryAfterSeconds,
  });
