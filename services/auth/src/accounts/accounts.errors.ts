import { DomainError } from '@precis/runtime/domain-error';

export const freshSignInRequired = () =>
  new DomainError('forbidden', 'fresh_sign_in_required', 'Please sign in with Google again to confirm.');
