import { FastifyAdapter } from '@nestjs/platform-fastify';
import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { GatewayConfig } from '../config.js';
import { refuseBrokenAddress, refuseBrokenHttp } from './edge-refusals.js';
import { OpenAnswers } from './open-answers.js';

/** A client's own request id is kept when it is harmless in logs and headers. */
const REQUEST_ID = /^[A-Za-z0-9._-]{8,128}$/;

/** Fastify with explicit limits; those of bodies are each route's own (body-intake.ts). */
export function createAdapter(config: Pick<GatewayConfig, 'TRUSTED_PROXIES' | 'HEADERS_TIMEOUT_MS'>): FastifyAdapter {
  const answers = new OpenAnswers();
  const adapter = new FastifyAdapter({
    trustProxy: config.TRUSTED_PROXIES.isEmpty ? false : (address: string) => config.TRUSTED_PROXIES.has(address),
    requestTimeout: 60_000,
    keepAliveTimeout: 65_000,
    routerOptions: { maxParamLength: 500 },
    genReqId: (request: { headers: Record<string, string | string[] | undefined> }) => {
      const given = request.headers['x-request-id'];
      return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
    },
    // Node refuses a request without Host with an empty 400; hooks.ts refuses it in the specified body.
    // Node looks for headers and requests that are late every 30 s, unless told.
    http: {
      requireHostHeader: false,
      headersTimeout: config.HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: Math.min(1_000, config.HEADERS_TIMEOUT_MS),
    },
    clientErrorHandler: (error: NodeJS.ErrnoException, socket: Socket) => void refuseBrokenHttp(error, socket, answers),
    frameworkErrors: refuseBrokenAddress,
    // Draining must not cut an answer that is being made; what comes later is refused by hooks.ts in the specified body.
    forceCloseConnections: 'idle',
    return503OnClosing: false,
  } as never);
  const { server } = adapter.getInstance() as { server: Server };
  answers.watch(server);
  return adapter;
}
