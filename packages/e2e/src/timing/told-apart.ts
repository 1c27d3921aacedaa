import type { Answer } from '../deployment/call.js';

/** Headers that differ between any two answers of one kind. */
const VARYING = ['date', 'x-request-id', 'ratelimit', 'content-length', 'retry-after'];

/** All that a client sees of an answer and that should not depend on who has an account: status, body, names and values of headers. */
export function visible({ status, headers, body }: Answer): object {
  const shown = [...headers].map(([name, value]): [string, string] => [name, VARYING.includes(name) ? '' : value]);
  return { status, headers: Object.fromEntries(shown), body: { ...body, request_id: '' } };
}
