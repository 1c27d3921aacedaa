import { lasting, passing } from './error-entry.js';

/** Codes of the webhooks that an account receives. */
export const WEBHOOK_ERRORS = {
  webhook_url_not_a_url: lasting(400, 'The address of the webhook is not a URL.', 'Send a full address with https://.'),
  webhook_url_too_long: lasting(
    400,
    'The address of the webhook has more than 2,000 characters when it is percent-encoded.',
    'Shorten it.',
  ),
  webhook_url_not_https: lasting(400, 'The address of the webhook does not begin with https://.', 'Use HTTPS.'),
  webhook_url_has_credentials: lasting(
    400,
    'The address of the webhook contains a user name or a password.',
    'Remove them, and verify the signature of each delivery instead.',
  ),
  webhook_url_bad_port: lasting(
    400,
    'The port of the webhook is neither 443 nor 1024 or above.',
    'Choose another port.',
  ),
  webhook_url_private_address: lasting(
    400,
    'The address of the webhook is not on the public internet.',
    'Use a name that resolves to a public address.',
  ),
  webhook_events_invalid: lasting(
    400,
    'The list of events is empty or contains an unknown event.',
    'Send events that the documentation lists.',
  ),
  webhook_overlap_invalid: lasting(
    400,
    'The overlap of a rotation is not between 0 and 24 hours.',
    'Send overlap_hours from 0 to 24.',
  ),
  webhook_cursor_invalid: lasting(
    400,
    'The cursor or the page size is not valid.',
    'Send `next` of the page before, or leave it out.',
  ),
  webhook_not_found: lasting(404, 'The account has no webhook with this id.', 'List them at /api/webhooks.'),
  webhook_delivery_not_found: lasting(
    404,
    'The webhook has no delivery with this id; deliveries are kept for 30 days.',
    'List them at /api/webhooks/{id}/deliveries.',
  ),
  too_many_webhooks: lasting(
    409,
    'The account has reached its limit of webhooks.',
    'Delete one that is no longer needed.',
  ),
  webhook_disabled: lasting(409, 'The webhook is disabled.', 'Enable it first.'),
  webhook_delivery_queued: passing(
    409,
    'The delivery is still being tried.',
    'Wait until it has succeeded or failed, then replay it.',
  ),
  too_many_webhook_tests: passing(
    429,
    'The account has used up the tests and replays of the day.',
    'Try again after 00:00 UTC.',
  ),
} as const;
