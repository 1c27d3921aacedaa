import type { FastifyRequest } from 'fastify';
import type { Demand } from '../throttle/throttle-store.js';
import type { LimitState } from './http-problem.js';
import type { LargeBody } from './large-bodies.js';

/** Who was admitted. `accountId` comes from auth alone, never from anything the client sent. */
export interface Principal {
  kind: 'session' | 'api-key';
  accountId: string;
  /** Session id or key id: what a revocation names. */
  credentialId: string;
}

/** Facts of a metered call, for the record of its request (API-33). */
export interface CallNote {
  /** Once usage was asked; of a replay the call that it repeats, and none of what usage refused. */
  callId?: string;
  /** Usage granted or charged it. */
  tookUnit?: boolean;
  engine?: string;
  /** The summary was stored already. */
  cached?: boolean;
  /** An earlier call with the same Idempotency-Key was answered. */
  replayed?: boolean;
}

/** What the hooks learned about one exchange. */
export interface RequestContext {
  /** What the client's address counts as, from the narrowest to the widest. */
  address?: string[];
  /** What the throttle took from the address, which a valid credential gives back. */
  takenOfAddress?: Demand[];
  principal?: Principal;
  /** Of a route that takes one: the token of a sign-in by Google, which its handler asks auth about. */
  handoffToken?: string;
  /** Of a route that anybody may call: the session that came with the call, when it is a good one. */
  caller?: Principal;
  /** Monthly quota after this exchange, for the X-RateLimit headers; absent: peeked at the end. */
  quota?: LimitState;
  /** Refused before its body had come: the connection is closed after the answer. */
  isBodyUnread?: boolean;
  /** The body, if it has more than 100 kB. */
  largeBody?: LargeBody;
  /** Present for a metered call. */
  call?: CallNote;
  /** A throttled answer carries no X-RateLimit headers. */
  throttled?: boolean;
}

const contexts = new WeakMap<object, RequestContext>();

export function contextOf(request: FastifyRequest): RequestContext {
  const existing = contexts.get(request.raw);
  if (existing) return existing;
  const fresh: RequestContext = {};
  contexts.set(request.raw, fresh);
  return fresh;
}

/** The admitted principal of a route that requires one. */
export function principalOf(request: FastifyRequest): Principal {
  const principal = contextOf(request).principal;
  if (!principal) throw new Error('A route without access control asked for its principal');
  return principal;
}
