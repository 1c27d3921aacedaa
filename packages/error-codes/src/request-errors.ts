import { lasting, passing } from './error-entry.js';

const WAIT = 'Wait for the seconds of Retry-After, then send the same request again.';
const KEYED = `${WAIT} Send an Idempotency-Key with calls that cost.`;

/** Of any request: its address, headers, body and credential, the limits, and our own state. */
export const REQUEST_ERRORS = {
  invalid_request: lasting(
    400,
    'The request breaks the rules of HTTP or of this address.',
    'Read the text of the error, and use an HTTP library that you trust.',
  ),
  invalid_json: lasting(
    400,
    'The body is no JSON object in UTF-8.',
    'Send one JSON object with Content-Type application/json.',
  ),
  json_too_deep: lasting(400, 'The body is nested more deeply than is read.', 'Send the documented fields only.'),
  json_too_many_values: lasting(
    400,
    'The body has more values than are read.',
    'Send the documented fields only, and shorten the transcript.',
  ),
  missing_parameter: lasting(400, 'A required field is absent.', 'Add the field that the text names.'),
  invalid_parameter: lasting(
    400,
    'A field has the wrong type or lies outside its bounds.',
    'Correct the field that the text names; it says what is allowed.',
  ),
  body_missing: lasting(400, 'The request has no body.', 'Send the body that the endpoint documents.'),
  idempotency_key_invalid: lasting(
    400,
    'The Idempotency-Key is no 1 to 255 printable ASCII characters.',
    'Send a UUID as the key.',
  ),
  host_missing: lasting(400, 'The Host header is absent.', 'Use an HTTP/1.1 client.'),
  host_repeated: lasting(400, 'The request has several Host headers.', 'Send one Host header.'),
  connection_lost: passing(
    400,
    'The connection broke before the request was whole.',
    'Send the request again, with the same Idempotency-Key if it had one.',
  ),
  api_key_missing: lasting(
    401,
    'The request has no API key.',
    'Send the key in the header x-api-key or as Authorization: Bearer.',
  ),
  api_key_invalid: lasting(
    401,
    'The API key is unknown, revoked or replaced, or something else stands in its place.',
    'Copy the key from the page API Keys.',
  ),
  credential_invalid: lasting(
    401,
    'The credential is longer than any of ours.',
    'Copy the key from the page API Keys.',
  ),
  session_missing: lasting(401, 'The request has no session.', 'Log in, and send the token as Authorization: Bearer.'),
  session_invalid: lasting(401, 'The session has ended or is not ours.', 'Log in again.'),
  session_required: lasting(
    403,
    'The endpoint needs a signed-in session, and an API key was sent.',
    'Use the web app, or the endpoints that take a key.',
  ),
  account_suspended: lasting(403, 'The account is suspended.', 'Contact support.'),
  not_found: lasting(404, 'There is nothing at this address.', 'Compare the path with the documentation.'),
  method_not_allowed: lasting(
    405,
    'The address exists and has other methods.',
    'Use a method that the Allow header names.',
  ),
  request_timeout: passing(
    408,
    'The headers or the body came too slowly.',
    'Send the request again over a better connection.',
  ),
  body_too_large: lasting(
    413,
    'The body is longer than this endpoint takes.',
    'Shorten it: 100 kB, or 5 MB where a transcript is taken.',
  ),
  content_type_unsupported: lasting(
    415,
    'The Content-Type is not the one that is read here.',
    'Send Content-Type: application/json.',
  ),
  charset_unsupported: lasting(415, 'The body is in another charset than UTF-8.', 'Send UTF-8.'),
  content_encoding_unsupported: lasting(415, 'The body is compressed.', 'Send the body as it is.'),
  expectation_failed: lasting(
    417,
    'The Expect header asks for something that does not exist here.',
    'Leave the Expect header out.',
  ),
  headers_too_large: lasting(431, 'The headers are too large.', 'Shorten them.'),
  transfer_coding_unsupported: lasting(
    501,
    'The Transfer-Encoding is not chunked.',
    'Send the body with a Content-Length.',
  ),
  idempotency_key_in_use: passing(409, 'The first request with this Idempotency-Key is still being worked on.', WAIT),
  idempotency_key_reused: lasting(
    422,
    'The Idempotency-Key was used on another path or with another body.',
    'Make a new key for each new request.',
  ),
  request_not_found: lasting(
    404,
    'The account made no request with this id in the last 30 days, or its record was lost.',
    'Take the id from X-Request-Id, and ask with a credential of the same account.',
  ),
  quota_exceeded: passing(
    429,
    'All videos of the month are used, or reserved by calls that are still being worked on.',
    'Wait until `reset`, or choose a larger plan. With Retry-After a place may become free before.',
  ),
  throttled: passing(429, 'The requests come faster than the burst limit allows.', WAIT),
  too_many_at_once: passing(
    429,
    'The account sends several large bodies at the same time.',
    'Send one after the other.',
  ),
  download_running: passing(429, 'Two downloads of the account are under way.', 'Wait until one is finished.'),
  statement_forgotten: lasting(
    404,
    'The lines of the month are no longer kept.',
    'Ask for the statement as JSON: its head and its count are kept.',
  ),
  uncharged_work_spent: passing(
    429,
    "Large bodies that ended without a charge used up the hour's budget of the account.",
    `${WAIT} Check a transcript before it is sent.`,
  ),
  internal_error: passing(500, 'Something is wrong on our side.', 'Send it again once; then report the request id.'),
  service_unavailable: { ...passing(503, 'A part of the service does not answer.', KEYED), charged: 'rarely' },
  database_unavailable: { ...passing(503, 'A database does not answer.', KEYED), charged: 'rarely' },
  unavailable: { ...passing(503, 'No gateway can be reached.', KEYED), charged: 'rarely' },
  mcp_unavailable: passing(503, 'The MCP server does not answer.', WAIT),
  shutting_down: passing(503, 'This process is being restarted.', WAIT),
  not_ready: passing(503, 'This process has just started.', WAIT),
  busy: passing(503, 'Too many requests are waiting for one part of the service.', WAIT),
  overloaded: passing(503, 'The service has more work than it can take.', WAIT),
  usage_behind: passing(503, 'The count of videos is not available.', WAIT),
  call_undecided: passing(503, 'The call was given up before it was charged.', KEYED),
} as const;
