import { isOpen, type RoutePolicy } from '../http/route-policy.js';

const text = (description: string, required = false) => ({
  description,
  required,
  schema: { type: 'string' as const },
});
const count = (description: string, required = false) => ({
  description,
  required,
  schema: { type: 'integer' as const },
});

/** The `components.headers` of the OpenAPI document. A header that is `required` is on every answer whose status lists it. */
export const ANSWER_HEADERS = {
  'X-Request-Id': text('Identifies this exchange; one that the client sent is returned', true),
  'X-RateLimit-Limit': count('Videos per month; absent while the count is not available, and on a throttled answer'),
  'X-RateLimit-Remaining': count('Videos left this month'),
  'X-RateLimit-Reset': count('When the next month begins, unix seconds'),
  'RateLimit-Policy': text('The burst limit, as requests (q) in a window of seconds (w)'),
  RateLimit: text('What is left of the burst limit: requests (r), seconds until it is whole again (t)'),
  'Retry-After': count('Seconds'),
  'Retry-After-Required': count('Seconds', true),
  'Idempotency-Replayed': text('`true` on the repeat of an answer'),
  'X-Session-Token': text('The session, in answer to the token of /auth/callback'),
  Location: text('Where the browser is redirected', true),
  'Location-Of-Job': text('Where to read the job', true),
  'Preference-Applied': text('`respond-async`', true),
  Allow: text('The methods of this address', true),
  'WWW-Authenticate': text('Bearer', true),
  Accept: text('The content type that is read here'),
  'Accept-Encoding': text('The content encoding that is read here'),
};

type Names = [header: string, component?: string][];
const QUOTA: Names = [['X-RateLimit-Limit'], ['X-RateLimit-Remaining'], ['X-RateLimit-Reset']];
const BURST: Names = [['RateLimit-Policy'], ['RateLimit']];
/** Statuses of requests refused before the credential was checked, or because of it. */
const UNADMITTED = [401, 405];

/** Lists the headers of a route's answers with this status. */
export function answerHeaders(
  status: number,
  { access, takesHandoff }: Pick<RoutePolicy, 'access' | 'takesHandoff'>,
  isIdempotent: boolean,
  isAlwaysAsync = false,
): Record<string, { $ref: string }> {
  const isAdmitted = !isOpen(access) && !UNADMITTED.includes(status);
  const names: Names = [['X-Request-Id']];
  if (isAdmitted) names.push(...QUOTA);
  // 403 is answered before the account's burst limit is checked.
  if (status === 429 || (isAdmitted && status !== 403)) names.push(...BURST);
  if (status === 503) names.push(['Retry-After', 'Retry-After-Required']);
  if (status === 429 || status === 409) names.push(['Retry-After']);
  if (status === 401) names.push(['WWW-Authenticate']);
  if (status === 405) names.push(['Allow']);
  if (status === 415) names.push(['Accept'], ['Accept-Encoding']);
  if (status === 302) names.push(['Location']);
  if (status === 202) names.push(['Location', 'Location-Of-Job']);
  if (status === 202 && !isAlwaysAsync) names.push(['Preference-Applied']);
  if (status === 202) names.push(['Retry-After', 'Retry-After-Required']);
  if (status === 200 && takesHandoff) names.push(['X-Session-Token']);
  if ((status === 200 || status === 202) && isIdempotent) names.push(['Idempotency-Replayed']);
  return Object.fromEntries(
    names.map(([header, component = header]) => [header, { $ref: `#/components/headers/${component}` }]),
  );
}
