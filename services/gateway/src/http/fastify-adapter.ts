import { FastifyAdapter } from '@nestjs/platform-fastify';
import { randomUUID } from 'node:crypto';
import { LONG_BODY_LIMIT_BYTES } from './route-policy.js';

/** A client's own request id is kept when it is harmless in logs and headers. */
const REQUEST_ID = /^[A-Za-z0-9._-]{8,128}$/;

/** Fastify with explicit limits; the hard body limit is the largest of any route, each route's own is checked at the door. */
export function createAdapter(trustedProxies: string): FastifyAdapter {
  return new FastifyAdapter({
    bodyLimit: LONG_BODY_LIMIT_BYTES,
    trustProxy: trustedProxies === '' ? false : trustedProxies,
    requestTimeout: 60_000,
    keepAliveTimeout: 65_000,
    routerOptions: { maxParamLength: 500 },
    genReqId: (request: { headers: Record<string, string | string[] | undefined> }) => {
      const given = request.headers['x-request-id'];
      return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
    },
    // Draining must not cut an answer that is being made.
    forceCloseConnections: 'idle',
  } as never);
}
