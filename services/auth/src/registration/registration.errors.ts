import { DomainError } from '@precis/runtime/domain-error';

export const tokenMissing = () =>
  new DomainError('invalid', 'verification_token_missing', 'Verification token is missing.');
export const tokenInvalid = () =>
  new DomainError(
    'invalid',
    'verification_token_invalid',
    'Failed to verify email. The token may be invalid or expired.',
  );
