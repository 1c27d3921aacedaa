import { lasting, passing } from './error-entry.js';

const WAIT = 'Wait for the seconds of Retry-After, then try again.';

/** Codes of accounts, sign-in, API keys and mails. */
export const ACCOUNT_ERRORS = {
  name_invalid: lasting(
    400,
    'The name is blank, is too long, or has a character that is not allowed.',
    'Send 1 to 100 characters.',
  ),
  email_invalid: lasting(400, 'This is not an e-mail address.', 'Correct the address.'),
  password_too_short: lasting(400, 'The password has fewer than 6 characters.', 'Choose a longer one.'),
  password_too_long: lasting(400, 'The password has more than 128 characters.', 'Choose a shorter one.'),
  password_invalid: lasting(400, 'The password has a character that is not allowed.', 'Choose another one.'),
  password_common: lasting(400, 'The password is one of the most common ones.', 'Choose another one.'),
  current_password_wrong: lasting(400, 'The current password is wrong.', 'Type it again, or reset it.'),
  email_already_verified: lasting([400, 409], 'The address is verified already.', 'Log in.'),
  verification_token_missing: lasting(400, 'The link has no token.', 'Open the whole link of the mail.'),
  verification_token_invalid: lasting(
    400,
    'The link is wrong, older than 24 hours, or replaced by a newer one.',
    'Ask for a new mail.',
  ),
  reset_token_invalid: lasting(400, 'The link is wrong, used or older than 30 minutes.', 'Ask for a new mail.'),
  undo_link_invalid: lasting(400, 'The link was used or has expired.', 'Contact support.'),
  bad_unsubscribe_token: lasting(
    400,
    'The unsubscribe link is wrong.',
    'Open the whole link of the mail, or change what you get on /profile.',
  ),
  grace_invalid: lasting(
    400,
    'The grace period of a replaced key must be 0 to 86,400 seconds.',
    'Send a number within these bounds.',
  ),
  before_invalid: lasting(
    400,
    'The position for the next page is not an entry of the list.',
    'Send `next` of the page before, or leave it out.',
  ),
  after_invalid: lasting(
    400,
    'The position for the next page is not an entry of the list.',
    'Send `next` of the page before, or leave it out.',
  ),
  limit_invalid: lasting(400, 'The page size must be 1 to 100.', 'Send a number within these bounds.'),
  google_denied: lasting(400, 'The sign-in with Google was cancelled.', 'Start again.'),
  google_refused: passing(400, 'Google did not confirm the sign-in.', 'Start again.'),
  google_state_invalid: lasting(400, 'The sign-in has expired or was used.', 'Start again.'),
  link_ticket_invalid: lasting(400, 'The sign-in has expired or was used.', 'Start again with Google.'),
  invalid_credentials: lasting(
    401,
    'The e-mail address or the password is wrong.',
    'Type them again, or reset the password.',
  ),
  handoff_invalid: lasting(401, 'The sign-in with Google has expired.', 'Log in again.'),
  email_not_verified: lasting(
    403,
    'The address of the account is not verified.',
    'Open the link of the mail, or ask for a new one.',
  ),
  account_closed: lasting(403, 'The account is closed.', 'Log in within seven days of closing it to open it again.'),
  fresh_sign_in_required: lasting(
    403,
    'This needs a sign-in within the last few minutes.',
    'Sign in with Google again.',
  ),
  google_email_unverified: lasting(
    403,
    'Google has not verified the address of this account.',
    'Verify it at Google, or log in with a password.',
  ),
  google_link_needs_reset: lasting(
    403,
    'An account with this address has no password yet.',
    'Set one with Forgot Password, then sign in with Google.',
  ),
  google_password_needed: lasting(
    403,
    'An account with this address has a password.',
    'Enter the password once to link the Google account.',
  ),
  session_required_for_link: lasting(
    403,
    'The link needs a session of its account.',
    'Log in, then open the link again.',
  ),
  google_not_configured: lasting(404, 'This deployment has no sign-in with Google.', 'Log in with a password.'),
  identity_not_found: lasting(
    404,
    'This sign-in with Google is not linked to the account.',
    'Reload the list on /profile.',
  ),
  session_not_found: lasting(404, 'The account has no such session.', 'Reload the list on /profile.'),
  account_not_found: lasting(404, 'There is no such account.', 'Log in again.'),
  api_key_absent: lasting(404, 'The account has no API key.', 'Generate one on the page API Keys.'),
  api_key_exists: lasting(409, 'The account already has an API key.', 'Revoke it first, or rotate it.'),
  email_taken: lasting(409, 'An account with this address exists.', 'Log in, or use another address.'),
  account_closing: lasting(409, 'The account is closed and will be erased.', 'Log in and choose to keep it.'),
  last_way_in: lasting(409, 'This is the only way into the account.', 'Set a password first.'),
  too_many_attempts: passing(
    429,
    'There were too many login attempts.',
    'Wait for the seconds of Retry-After, or reset the password.',
  ),
  too_many_keys: passing(429, 'Too many API keys were made in a day.', WAIT),
  too_many_mails: passing(429, 'The address has reached its limit of mails for the day.', WAIT),
  too_many_email_changes: passing(429, 'Too many changes of the address were asked for in a day.', WAIT),
  too_many_exports: passing(429, 'Too many exports were made in the last hour.', WAIT),
  export_running: passing(429, 'An export is already being made.', 'Wait until it is ready.'),
  google_unavailable: passing(503, 'Google cannot be reached at the moment.', WAIT),
} as const;
