import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';

/**
 * Who may call a route: `public` anybody; `session` a signed-in user (an API key is 403, API-4); `api-key` the public API (a session
 * token is 401, API-3); `either` both.
 */
export type Access = 'public' | 'session' | 'api-key' | 'either';

export interface RoutePolicy {
  access: Access;
  /** Which error body: public API (API-9) or private API (API-10). */
  api: 'public' | 'private';
  bodyLimitBytes: number;
  /** Unknown fields are dropped, wrong types are 400. */
  body?: z.ZodType;
  query?: z.ZodType;
  /** Throttled by address beyond the general limit: register and login. */
  addressLimit?: 'register' | 'login';
}

const KB = 1_000;

/** The longest bodies: of most routes, and of summarise (LIMIT-6). */
export const BODY_LIMIT_BYTES = 100 * KB;
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
