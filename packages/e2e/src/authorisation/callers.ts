import type { CallOptions } from '../deployment/call.js';
import type { Deployment } from '../deployment/deployment.js';
import type { Customer, Person } from './people.js';

/**
 * The callers of a route. A owns the objects of the request: ids in the path, tokens and passwords in the body. Strangers call at the same time.
 * Then the callers with credentials of A call one by one, because they may change the account of A. The ended session and the revoked key belonged to
 * A. An unverified caller sends address and password, because its login is refused with 403.
 */
export const STRANGERS = [
  'nobody',
  'unverified',
  'suspended session',
  'suspended key',
  "closed account's key",
  'B key',
  'B session',
] as const;
export const OWN = ['ended session', 'revoked key', 'A key', 'A session'] as const;
export type Caller = (typeof STRANGERS)[number] | (typeof OWN)[number];
const CALLERS: Caller[] = [...STRANGERS, ...OWN];
/** The expected answer to each caller: the status, and the code of a refusal. */
export type Outcomes = Record<Caller, string>;

/** The people whom a row's calls may change: A owns the objects of the request, and B is another customer. */
export interface Cast {
  a: Person;
  b: Customer;
  unverified: { name: string; email: string; password: string };
}

/** The accounts of one test. */
export interface Stage extends Cast {
  suspended: Customer & { resetLink: string };
  closedKey: string;
}

/** `id`, `deliveryId`: ids of A's objects in the path. */
export type Sent = CallOptions & { query?: string; id?: string; deliveryId?: string };

/** A route's line in the table of expected outcomes. */
export interface Row {
  expected: Outcomes;
  /** The rest of the request, about A's objects, or about the caller's own when stated. Made once per caller. */
  send?: (stage: Stage, caller: Caller) => CallOptions;
  /**
   * Who takes part in this row only, because its calls end or change their credentials, account, address or plan, or leave work that would change
   * what A sees during a later row. All other rows share one A, one B and one unverified person.
   */
  fresh?: (keyof Cast)[];
  /** Data of A; sent by all callers. A shared A has the data of earlier rows too. */
  prepare?: (precis: Deployment, stage: Stage) => Promise<(caller: Caller) => Sent>;
}

/** Every caller gets this answer. */
export const all = (outcome: string): Outcomes =>
  Object.fromEntries(CALLERS.map((caller) => [caller, outcome])) as Outcomes;
const REFUSED = {
  nobody: '401 session_missing',
  unverified: '401 session_missing',
  'suspended session': '403 account_suspended',
  'suspended key': '403 account_suspended',
  "closed account's key": '403 account_closed',
  'ended session': '401 session_invalid',
  'revoked key': '401 api_key_invalid',
};
/** A route for people: an API key is refused. */
export const session = (own: string, ofB = own): Outcomes => ({
  ...REFUSED,
  'B key': '403 session_required',
  'A key': '403 session_required',
  'B session': ofB,
  'A session': own,
});
/** A route for programs: any session is refused. */
export const KEY: Outcomes = {
  ...REFUSED,
  nobody: '401 api_key_missing',
  unverified: '401 api_key_missing',
  'suspended session': '401 api_key_invalid',
  'ended session': '401 api_key_invalid',
  'B session': '401 api_key_invalid',
  'A session': '401 api_key_invalid',
  'B key': '200',
  'A key': '200',
};
/** A route for both: a valid key and a valid session are accepted. */
export const EITHER: Outcomes = { ...REFUSED, 'B key': '200', 'B session': '200', 'A key': '200', 'A session': '200' };
