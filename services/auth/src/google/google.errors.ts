import { DomainError } from '@precis/runtime/domain-error';

export const googleNotConfigured = () =>
  new DomainError('not_found', 'google_not_configured', 'Signing in with Google is not offered here.');
export const googleUnavailable = (cause?: unknown) =>
  new DomainError('unavailable', 'google_unavailable', 'Google cannot be reached at the moment. Please try again.', {
    cause,
    retryAfterSeconds: 5,
  });
/** The redirect does not belong to a sign-in of this browser, or the sign-in is over. */
export const googleStateInvalid = () =>
  new DomainError(
    'invalid',
    'google_state_invalid',
    'This sign-in has expired or was used already. Please start again.',
  );
/** The user declined at Google (`access_denied`). */
export const googleDenied = () => new DomainError('invalid', 'google_denied', 'The sign-in with Google was cancelled.');
/** Google's response proves no identity. Only the log shows the reason (`cause`). */
export const googleRefused = (cause?: unknown) =>
  new DomainError('invalid', 'google_refused', 'Google did not confirm this sign-in. Please try again.', { cause });
export const googleEmailUnverified = () =>
  new DomainError('forbidden', 'google_email_unverified', 'Google has not verified the email address of this account.');
/** An account has this address, and its password is needed once: Google is not authoritative for the mailbox (ACC-62). */
export const googlePasswordNeeded = () =>
  new DomainError(
    'forbidden',
    'google_password_needed',
    'An account with this email address exists. Enter its password once. After that, you can sign in with Google.',
  );
export const googleLinkNeedsReset = () =>
  new DomainError(
    'forbidden',
    'google_link_needs_reset',
    'An account with this email address exists and has no password. Set one with "Forgot Password", then sign in with Google again.',
  );
export const linkTicketInvalid = () =>
  new DomainError(
    'invalid',
    'link_ticket_invalid',
    'This sign-in has expired or was used already. Please start again with Google.',
  );
export const identityNotFound = () =>
  new DomainError('not_found', 'identity_not_found', 'This sign-in with Google is not linked to the account.');
export const lastWayIn = () =>
  new DomainError(
    'conflict',
    'last_way_in',
    'This sign-in with Google is the only way into your account. Set a password first.',
  );
export const handoffInvalid = () =>
  new DomainError('unauthenticated', 'handoff_invalid', 'This sign-in has expired. Please log in again.');
