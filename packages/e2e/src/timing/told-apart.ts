import type { Answer } from '../deployment/call.js';

/** Headers that differ even between answers of one kind. */
const VARYING = ['date', 'x-request-id', 'ratelimit', 'content-length', 'retry-after'];

/** The parts of an answer that a client sees and that must not depend on whether an account exists: status, body, names and values of headers. */
export function visible({ status, headers, body }: Answer): object {
  const shown = [...headers].map(([name, value]): [string, string] => [name, VARYING.includes(name) ? '' : value]);
  return { status, headers: Object.fromEntries(shown), body: { ...body, request_id: '' } };
}
