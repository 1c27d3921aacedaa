import { lasting, passing } from './error-entry.js';

const WAIT = 'Wait for the seconds of Retry-After, then send the same request again.';
const KEYED = `${WAIT} Send an Idempotency-Key with calls that cost.`;

/** Codes of any request: its address, headers, body and credential, the limits, and the state of the service. */
export const REQUEST_ERRORS = {
  invalid_request: lasting(
    400,
    'The request breaks the rules of HTTP or of this address.',
    'Read the error text, and use a well-tested HTTP library.',
  ),
  invalid_json: lasting(
    400,
    'The body is not a JSON object in UTF-8.',
    'Send one JSON object with Content-Type application/json.',
  ),
  json_too_deep: lasting(400, 'The body is nested too deeply.', 'Send the documented fields only.'),
  json_too_many_values: lasting(
    400,
    'The body has too many values.',
    'Send the documented fields only, and shorten the transcript.',
  ),
  missing_parameter: lasting(400, 'A required field is absent.', 'Add the field that the error text names.'),
  invalid_parameter: lasting(
    400,
    'A field has the wrong type or lies outside its bounds.',
    'Correct the field that the error text names; the text says what is allowed.',
  ),
  body_missing: lasting(400, 'The request has no body.', 'Send the body that the endpoint documents.'),
  idempotency_key_invalid: lasting(
    400,
    'The Idempotency-Key must have 1 to 255 printable ASCII characters.',
    'Send a UUID as the key.',
  ),
  host_missing: lasting(400, 'The Host header is absent.', 'Use an HTTP/1.1 client.'),
  host_repeated: lasting(400, 'The request has several Host headers.', 'Send one Host header.'),
  connection_lost: passing(
    400,
    'The connection broke before the whole request had arrived.',
    'Send the request again, with the same Idempotency-Key if it had one.',
  ),
  api_key_missing: lasting(
    401,
    'The request has no API key.',
    'Send the key in the header x-api-key or as Authorization: Bearer.',
  ),
  api_key_invalid: lasting(
    401,
    'The API key is unknown, revoked or replaced, or the value is not an API key.',
    'Copy the key from the page API Keys.',
  ),
  credential_invalid: lasting(401, 'The credential is too long.', 'Copy the key from the page API Keys.'),
  session_missing: lasting(401, 'The request has no session.', 'Log in, and send the token as Authorization: Bearer.'),
  session_invalid: lasting(401, 'The session has ended or is unknown.', 'Log in again.'),
  session_required: lasting(
    403,
    'The endpoint needs a signed-in session, and an API key was sent.',
    'Use the web app, or the endpoints that take a key.',
  ),
  account_suspended: lasting(403, 'The account is suspended.', 'Contact support.'),
  not_found: lasting(404, 'There is nothing at this address.', 'Compare the path with the documentation.'),
  method_not_allowed: lasting(
    405,
    'The address exists, but does not support this method.',
    'Use a method that the Allow header lists.',
  ),
  request_timeout: passing(
    408,
    'The headers or the body came too slowly.',
    'Send the request again over a better connection.',
  ),
  body_too_large: lasting(
    413,
    'The body is longer than this endpoint accepts.',
    'Shorten it to 100 kB, or to 5 MB where the endpoint takes a transcript or a batch.',
  ),
  content_type_unsupported: lasting(
    415,
    'The endpoint does not accept this Content-Type.',
    'Send Content-Type: application/json.',
  ),
  charset_unsupported: lasting(415, 'The charset of the body is not UTF-8.', 'Send UTF-8.'),
  content_encoding_unsupported: lasting(415, 'The body is compressed.', 'Send the body uncompressed.'),
  expectation_failed: lasting(
    417,
    'The Expect header asks for something that is not supported.',
    'Leave the Expect header out.',
  ),
  headers_too_large: lasting(431, 'The headers are too large.', 'Shorten them.'),
  transfer_coding_unsupported: lasting(
    501,
    'The Transfer-Encoding is not supported; only chunked is.',
    'Send the body with a Content-Length.',
  ),
  idempotency_key_in_use: passing(409, 'The first request with this Idempotency-Key is still being processed.', WAIT),
  idempotency_key_reused: lasting(
    422,
    'The Idempotency-Key was used on another path or with another body.',
    'Use a new key for each new request.',
  ),
  request_not_found: lasting(
    404,
    'The account made no request with this id in the last 30 days, or its record was lost.',
    'Take the id from X-Request-Id, and ask with a credential of the same account.',
  ),
  quota_exceeded: passing(
    429,
    'All videos of the month are used, or reserved by calls that are still running.',
    'Wait until `reset`, or choose a larger plan. If Retry-After is present, a reserved video may become free after that time.',
  ),
  throttled: passing(429, 'The requests come faster than the burst limit allows.', WAIT),
  too_many_at_once: passing(429, 'The account sends several large bodies at the same time.', 'Send one at a time.'),
  download_running: passing(
    429,
    'Two downloads of the account are already running or waiting.',
    'Wait until one is finished.',
  ),
  statement_forgotten: lasting(
    404,
    'The lines of the statement of this month are no longer kept.',
    'Ask for the statement as JSON: its head and its count of lines are kept.',
  ),
  uncharged_work_spent: passing(
    429,
    "Large bodies that ended without a charge used up the hour's budget of the account.",
    `${WAIT} Check each transcript before you send it.`,
  ),
  // What nobody expected may also happen after the charge.
  internal_error: {
    ...passing(
      500,
      'Something went wrong on our side.',
      'Send the request once more, with the same Idempotency-Key if it had one. If it fails again, report the request id.',
    ),
    charged: 'rarely',
  },
  service_unavailable: { ...passing(503, 'A part of the service does not answer.', KEYED), charged: 'rarely' },
  database_unavailable: { ...passing(503, 'A database does not answer.', KEYED), charged: 'rarely' },
  unavailable: { ...passing(503, 'No gateway can be reached.', KEYED), charged: 'rarely' },
  mcp_unavailable: passing(503, 'The MCP server does not answer.', WAIT),
  shutting_down: passing(503, 'This process is being restarted.', WAIT),
  not_ready: passing(503, 'This process has just started.', WAIT),
  busy: passing(503, 'Too many requests are waiting for one part of the service.', WAIT),
  overloaded: passing(503, 'The service has more work than it can take.', WAIT),
  usage_behind: passing(503, 'The count of videos is not available at the moment.', WAIT),
  call_undecided: passing(503, 'The call was given up, and its video went back to the quota.', WAIT),
} as const;
