import { DomainError } from '@precis/runtime/domain-error';

export const tokenMissing = () => new DomainError('invalid', 'verification_token_missing', 'Verification token is missing.');
export const tokenInvalid = () =>
  new DomainError('invalid', 'verification_token_invalid', 'Failed to verify email. The token may be invalid or expired.');
export const tooManyMails = () =>
  new DomainError('exhausted', 'too_many_mails', 'Too many emails were sent to this address. Please try again later.', { retryAfterSeconds: 3_600 });
