import { DomainError } from '@precis/runtime/domain-error';
import { CHANGES_PER_DAY } from './mail-link.rule.js';

export const mailRequestUnknown = () =>
  new DomainError('not_found', 'mail_request_unknown', 'The mail request does not exist.');
export const tooManyChanges = () =>
  new DomainError(
    'exhausted',
    'too_many_email_changes',
    'Too many e-mail changes were asked for in the last 24 hours. Please try again later.',
    { limit: CHANGES_PER_DAY, retryAfterSeconds: 60 * 60 },
  );
export const tokenMissing = () =>
  new DomainError('invalid', 'verification_token_missing', 'Verification token is missing.');
/** The link's address is already verified; the page goes to the login and shows this text (ACC-65). */
export const alreadyVerified = () =>
  new DomainError('invalid', 'email_already_verified', 'This e-mail address is verified already. Please log in.');
export const tokenInvalid = () =>
  new DomainError(
    'invalid',
    'verification_token_invalid',
    'Failed to verify email. The token may be invalid or expired.',
  );
