import type { ErrorCode } from '@precis/error-codes/error-codes';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { AccountLimitName, AddressLimitName } from '../throttle/throttle-limits.js';

/**
 * Who may call a route: `public` anybody; `optional` anybody, and a good session is known to the handler (ACC-55); `session` a signed-in
 * user (an API key is 403, API-4); `api-key` the public API (a session token is 401, API-3); `either` both.
 */
export type Access = 'public' | 'optional' | 'session' | 'api-key' | 'either';

/** An id in a path. A value that cannot be an id is refused like an unknown one: 404. */
export interface PathId {
  schema: z.ZodType<string>;
  unknown: { code: ErrorCode; message: string };
}

export interface RoutePolicy {
  access: Access;
  /** Which error body: public API (API-9) or private API (API-10). */
  api: 'public' | 'private';
  bodyLimitBytes: number;
  /** Unknown fields are dropped, wrong types are 400. */
  body?: z.ZodType;
  query?: z.ZodType;
  /** The bounds of `:id` in the path. */
  id?: PathId;
  /** The bounds of a second id in the path, by its name: it belongs to the thing that the first id names. */
  innerId?: PathId & { name: string };
  /** Takes the token of a sign-in by Google that has just come back in place of a session (ACC-30). */
  takesHandoff?: boolean;
  /** The body is a form of this route's own instead of JSON: what mail programs post (API-22). */
  isForm?: boolean;
  /** A payment provider's message: bytes that nobody here reads, counted by a limit and received in a room of their own (PAY-52). */
  isWebhook?: boolean;
  /** The schema of body.worker.ts by which a thread reads a body of more than 100 kB (LIMIT-13). Absent: `body` is used, on the event loop. */
  largeBody?: 'summarise' | 'batch';
  /** Errors repeat their text as `detail` (API-11). */
  tellsDetail?: boolean;
  /** Throttled by address beyond the general limit (LIMIT-10). */
  addressLimits?: AddressLimitName[];
  /** Throttled by account beyond the general limit (LIMIT-11). */
  accountLimits?: AccountLimitName[];
}

/** Whether anybody may call it: then no credential is answered for, and the throttle counts by address alone. */
export const isOpen = (access: Access) => access === 'public' || access === 'optional';

const KB = 1_000;

/** The longest bodies: of most routes, of webhooks, and of summarise (LIMIT-6). */
export const BODY_LIMIT_BYTES = 100 * KB;
export const WEBHOOK_BODY_LIMIT_BYTES = 1_000 * KB;
export const LONG_BODY_LIMIT_BYTES = 5_000 * KB;

const UNKNOWN_ROUTE: RoutePolicy = { access: 'public', api: 'private', bodyLimitBytes: BODY_LIMIT_BYTES };

const nearlyMeant = new WeakMap<object, RoutePolicy>();

/** The policy that the route's decorator declared. */
export function policyOf(request: FastifyRequest): RoutePolicy {
  return (
    (request.routeOptions?.config as { policy?: RoutePolicy } | undefined)?.policy ??
    nearlyMeant.get(request.raw) ??
    UNKNOWN_ROUTE
  );
}

/** A request that has no route is refused in the error body of the route at the same path. */
export function answerAs(request: FastifyRequest, policy: RoutePolicy): void {
  nearlyMeant.set(request.raw, policy);
}
