import type { ErrorCode } from '@precis/error-codes/error-codes';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { AccountLimitName, AddressLimitName } from '../throttle/throttle-limits.js';

/**
 * Who may call a route: `public` anybody; `optional` anybody, and the handler knows a valid session (ACC-55); `session` a signed-in user (an API key
 * is 403, API-4); `api-key` the public API (a session token is 401, API-3); `either` both. No route is for an admin: there is no such role (ACC-34).
 */
export type Access = 'public' | 'optional' | 'session' | 'api-key' | 'either';

/** An id in a path. A malformed id is refused like an unknown one: 404. */
export interface PathId {
  schema: z.ZodType<string>;
  unknown: { code: ErrorCode; message: string };
}

/** What the hooks enforce on a route, as its @Operation declares it. */
export interface RoutePolicy {
  access: Access;
  /** The format of error bodies: public API (API-9) or private API (API-10). */
  api: 'public' | 'private';
  bodyLimitBytes: number;
  /** The schema of the body. Unknown fields are dropped, wrong types are 400. */
  body?: z.ZodType;
  query?: z.ZodType;
  /** The bounds of `:id` in the path. */
  id?: PathId;
  /** The bounds of a second id in the path, with its name. It belongs to the object of the first id. */
  innerId?: PathId & { name: string };
  /** Accepts the token of a just completed Google sign-in instead of a session (ACC-30). */
  takesHandoff?: boolean;
  /** The body is a form of this route instead of JSON, as mail programs post it (API-22). */
  isForm?: boolean;
  /** A payment provider's message: the gateway does not parse its bytes, counts it by a separate limit and receives it in separate room (PAY-52). */
  isWebhook?: boolean;
  /** The schema in body.worker.ts by which a thread parses a body of more than 100 kB (LIMIT-13). When absent, `body` is used on the event loop. */
  largeBody?: 'summarise' | 'batch';
  /** Requests leave a record although the route takes no API key (API-33). */
  isRecorded?: boolean;
  /** Errors repeat their text as `detail` (API-11). */
  tellsDetail?: boolean;
  /** Throttled by address beyond the general limit (LIMIT-10). */
  addressLimits?: AddressLimitName[];
  /** Throttled by account beyond the general limit (LIMIT-11). */
  accountLimits?: AccountLimitName[];
}

/** Whether anybody may call the route: then no credential is checked, and the throttle counts only by address. */
export const isOpen = (access: Access) => access === 'public' || access === 'optional';

const KB = 1_000;

/** The longest bodies: of most routes, of payment providers' webhooks, and of summarise, playground, estimate and batches (LIMIT-6, LIMIT-7). */
export const BODY_LIMIT_BYTES = 100 * KB;
export const WEBHOOK_BODY_LIMIT_BYTES = 1_000 * KB;
export const LONG_BODY_LIMIT_BYTES = 5_000 * KB;

const UNKNOWN_ROUTE: RoutePolicy = { access: 'public', api: 'private', bodyLimitBytes: BODY_LIMIT_BYTES };

/** A matched route, as Fastify keeps it: its path with names in place of values, its method, and the policy that its decorator declared. */
interface Route {
  url?: string;
  method?: string | string[];
  policy?: RoutePolicy;
}

const ROUTE = Symbol('route');
type WithRoute = { [ROUTE]?: Route };

/**
 * The route that the request matched; empty when it matched none. It is read once per request, because Fastify makes new `routeOptions` at each look. A
 * route without a policy is not kept: a request that is routed later must not stay open to anybody.
 */
export function routeOf(request: FastifyRequest): Route {
  const raw = request.raw as WithRoute;
  if (raw[ROUTE]) return raw[ROUTE];
  const route = (request.routeOptions?.config ?? {}) as Route;
  if (route.policy) raw[ROUTE] = route;
  return route;
}

export function policyOf(request: FastifyRequest): RoutePolicy {
  return routeOf(request).policy ?? UNKNOWN_ROUTE;
}

/** Gives a request without a route the error format of the route at the same path. */
export function answerAs(request: FastifyRequest, policy: RoutePolicy): void {
  (request.raw as WithRoute)[ROUTE] = { policy };
}
