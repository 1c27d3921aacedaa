import type { FastifyRequest } from 'fastify';
import type { Demand } from '../throttle/throttle-store.js';
import type { LimitState } from './http-problem.js';
import type { LargeBody } from './large-bodies.js';

/** The admitted caller. `accountId` comes only from auth, never from the request. */
export interface Principal {
  kind: 'session' | 'api-key';
  accountId: string;
  /** The id of the session or key, which a revocation names. */
  credentialId: string;
}

/** Facts of a metered call, for the record of its request (API-33). */
export interface CallNote {
  /** Set once usage was asked. A replay has the call that it repeats; a call that usage refused has none. */
  callId?: string;
  /** Whether the call was charged, or its job was accepted. A reservation alone is not enough: a failed call gets its unit back. */
  tookUnit?: boolean;
  engine?: string;
  /** Whether the summary was already stored. */
  cached?: boolean;
  /** Whether the answer is that of an earlier call with the same Idempotency-Key. */
  replayed?: boolean;
}

/** What the hooks know about one exchange. */
export interface RequestContext {
  /** The keys by which the client's address is counted, from the narrowest to the widest. */
  address?: string[];
  /** What the throttle took from the address; a valid credential gives it back. */
  takenOfAddress?: Demand[];
  principal?: Principal;
  /** The principal that the gateway's own cache has for the credential, set before the request is admitted; absent when auth must be asked. */
  cachedPrincipal?: Principal;
  /** The Google sign-in token of a route that accepts one; the route's handler sends it to auth. */
  handoffToken?: string;
  /** The valid session that came with a call of a route with access `optional`, if any. `principal` is then absent. */
  optionalPrincipal?: Principal;
  /** Monthly quota after this exchange, for the X-RateLimit headers; when absent, it is read at the end. */
  quota?: LimitState;
  /** The quota that was asked for the X-RateLimit headers; undefined when usage did not answer. */
  peekedQuota?: Promise<LimitState | undefined>;
  /** The request was refused before its body arrived: the connection is closed after the response. */
  isBodyUnread?: boolean;
  /** The body, if it has more than 100 kB. */
  largeBody?: LargeBody;
  /** Present for a metered call. */
  call?: CallNote;
  /** A throttled response carries no X-RateLimit headers. */
  throttled?: boolean;
}

/** The context is a property of the request: a WeakMap of all requests cost 11 us of each, and more in every garbage collection. */
const CONTEXT = Symbol('context');

/** The context of a request, which is created at the first call. */
export function contextOf({ raw }: FastifyRequest): RequestContext {
  return ((raw as { [CONTEXT]?: RequestContext })[CONTEXT] ??= {});
}

/** The admitted principal of a route that requires one. */
export function principalOf(request: FastifyRequest): Principal {
  const principal = contextOf(request).principal;
  if (!principal) throw new Error('A route without access control asked for its principal');
  return principal;
}
